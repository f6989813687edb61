// Says of each text on stdin (a JSON list) what Prettier makes of it as markdown, or null when it leaves it alone.
// In markdown, front matter that Prettier cannot parse is left alone too: so it is parsed by itself first.
import { text as all } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [modules] = process.argv.slice(2);
const prettier = await import(pathToFileURL(`${modules}/prettier/index.mjs`));

async function change(text) {
  const front = /^---\n(.*?)^---\n/ms.exec(text);
  try {
    if (front) await prettier.format(front[1], { parser: "yaml" });
    const result = await prettier.format(text, { parser: "markdown" });
    return result === text ? null : result;
  } catch (error) {
    return String(error);
  }
}

const changes = [];
for (const text of JSON.parse(await all(process.stdin))) changes.push(await change(text));
process.stdout.write(JSON.stringify(changes));
