"""The words the guards know. English only; a claim in another language is guarded by its numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MONTHS: Mapping[str, int] = MappingProxyType(
    {
        spelling: number
        for number, names in enumerate(
            (
                ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
                ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"),
                ("november", "nov"), ("december", "dec"),
            ),
            start=1,
        )
        for spelling in names
    }
)  # fmt: skip

NUMBER_WORDS: Mapping[str, int] = MappingProxyType(
    {
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
        "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    }
)  # fmt: skip

SCALES: Mapping[str, int] = MappingProxyType(
    {"k": 10**3, "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
)

AT_LEAST = ("at least", "no less than", "no fewer than", "not less than", "not fewer than", "minimum of", "a minimum")
AT_MOST = ("at most", "no more than", "not more than", "up to", "maximum of", "a maximum", "not exceed")
ABOVE = ("more than", "greater than", "larger than", "longer than", "above", "exceeds", "over")
BELOW = ("less than", "fewer than", "smaller than", "shorter than", "below", "under")

NEGATORS = frozenset(
    "not no never neither nor none nothing nobody nowhere without hardly scarcely barely unable incapable"
    " lack lacks lacked lacking".split()
)

IDIOMS: tuple[str, ...] = (
    "do not forget to", "not forget to", "never forget to", "not not", "never not", "do not neglect to",
    "do not hesitate to", "not hesitate to", "not only", "not just", "not merely", "not simply", "not solely",
    "not to mention", "not least", "whether or not", "or not", "if not", "cannot overstate", "cannot be overstated",
    "can not overstate", "can not be overstated", "can not help but", "no doubt", "without doubt", "without a doubt",
    "no matter", "no wonder", "nothing but", "never mind", "no sooner", "not until", "not unless", "no less than",
    "no fewer than", "no more than", "not less than", "not more than", "not fewer than", "not exceed",
    "none other than", "all or none", "all or nothing", "all-or-none", "all-or-nothing",
)  # fmt: skip
"""Phrases with a negator in them that do not deny what follows."""

CONTRACTIONS: Mapping[str, str] = MappingProxyType(
    {
        "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not", "fail to": "not",
        "fails to": "not", "failed to": "not", "failing to": "not", "refuse to": "not", "refuses to": "not",
        "refused to": "not", "yet to": "not", "has yet to": "not", "have yet to": "not",
    }
)  # fmt: skip
"""What is written otherwise and denies just as well."""

_OPPOSITES = """
    above:below,under  accelerate:decelerate,slow  accept:reject,refuse,decline  activate:deactivate
    active:inactive,passive,idle  add:remove,subtract,delete  after:before  agree:disagree  alive:dead
    allow:forbid,deny,prevent,prohibit,disallow,block  ally:enemy  always:never,rarely,seldom  ancient:modern
    appear:disappear,vanish  append:prepend  approve:reject  arrive:depart,leave  ascend:descend  ascent:descent
    asleep:awake  async:sync  asynchronous:synchronous  attach:detach  attack:defend  automatic:manual
    available:unavailable  awake:asleep  beautiful:ugly  begin:end  best:worst  better:worse  big:small,little
    blocking:nonblocking  bottom:top  boy:girl  bright:dim,dark  build:demolish  build:destroy,demolish  buy:sell
    centralized:decentralized,distributed  cheap:expensive,costly  clean:dirty  client:server  close:open
    cold:hot,warm  commit:abort,rollback  compress:decompress,expand  connect:disconnect  consistent:inconsistent
    contiguous:scattered  create:destroy,delete  day:night  decode:encode  decrease:increase  decrypt:encrypt
    dense:sparse  deterministic:nondeterministic,random  different:same,identical  dry:wet  dynamic:static
    eager:lazy  earlier:later  early:late  east:west  eastern:western  easy:hard,difficult  empty:full
    enable:disable  enjoy:dislike,hate  enter:leave,exit  even:odd  even:uneven  expand:contract,shrink
    explicit:implicit  expose:hide  external:internal  fail:succeed,pass  failure:success  false:true  fast:slow
    faster:slower  few:many  fine:coarse  finite:infinite  first:last  fixed:variable  foreground:background
    forward:backward  free:paid,busy  front:back,rear  gain:lose  global:local  grow:shrink  guilty:innocent
    happy:sad  heavy:light  heavyweight:lightweight  high:low  higher:lower  horizontal:vertical  immutable:mutable
    import:export  improve:worsen,degrade  inbound:outbound  include:exclude,omit  incoming:outgoing  indoor:outdoor
    indoors:outdoors  ingress:egress  input:output  insert:delete,remove  inside:outside  install:uninstall
    join:leave,split  keep:discard,drop,delete  known:unknown  large:small  larger:smaller  last:first  laugh:cry
    leader:follower  left:right  legal:illegal  lend:borrow  lengthen:shorten  like:dislike  load:unload
    lock:unlock  long:short  longer:shorter  loose:tight  lossless:lossy  loud:quiet  love:hate  major:minor
    majority:minority  male:female  man:woman  mandatory:optional  max:min  maximal:minimal  maximum:minimum
    more:less,fewer  morning:evening  most:least  mount:unmount  near:far  negative:positive  new:old  newer:older
    north:south  northern:southern  offline:online  on:off  optimistic:pessimistic  optional:required
    ordered:unordered  over:under  parallel:sequential,serial  parent:child  partial:complete,full,total  pass:fail
    permanent:temporary,transient  persistent:transient,ephemeral  physical:logical,virtual  plaintext:encrypted
    plural:singular  possible:impossible  present:absent  primary:secondary  private:public  producer:consumer
    pull:push  raise:lower  read:write  reader:writer  reliable:unreliable  remember:forget  request:response
    require:forbid  reversible:irreversible  rich:poor  right:wrong  rigid:flexible  rise:fall  rough:smooth
    safe:unsafe,dangerous  send:receive  sender:receiver  serial:concurrent  shallow:deep  sharded:unsharded
    shared:exclusive  sharp:blunt,dull  signed:unsigned  simple:complex,complicated  single:multiple  sit:stand
    sort:shuffle  stable:unstable  start:stop,end,finish  stateful:stateless  strengthen:weaken
    strict:lax,lenient,relaxed  strong:weak  stronger:weaker  structured:unstructured  subscribe:unsubscribe
    superior:inferior  support:oppose  symmetric:asymmetric  tall:short  teach:learn  thick:thin  trust:distrust
    unique:duplicate  up:down  upgrade:downgrade  upload:download  upstream:downstream  valid:invalid
    verbose:terse,quiet  victory:defeat  visible:invisible,hidden  wide:narrow  win:lose  winter:summer
    with:without  within:beyond  young:old  zero:nonzero
"""


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in _OPPOSITES.split():
        word, _, others = entry.partition(":")
        for other in others.split(","):
            found.setdefault(word, set()).add(other)
            found.setdefault(other, set()).add(word)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Mapping[str, frozenset[str]] = MappingProxyType(_opposites())
"""Words of which a thing is one or the other, both ways, in their basic form."""

QUANTIFIERS: Mapping[str, str] = MappingProxyType(
    {
        word: meaning
        for meaning, words in {
            "all": "all every each always everyone everything everywhere entirely completely whole",
            "most": "most mostly usually generally typically often normally largely",
            "some": "some sometimes several somewhat occasionally partly partially certain someone something",
            "few": "few rarely seldom",
            "none": "none never nobody nothing nowhere",
            "both": "both",
            "either": "either",
        }.items()
        for word in words.split()
    }
)
"""How much of a thing a claim speaks of."""

EMPTY_WORDS = frozenset(
    "a an the of to in on at by for from as is are was were be been being it its this that these those and or but"
    " than then so such has have had do does did will would shall should can could may might must there here which"
    " who whose what when where while into onto about also just very".split()
)
"""Words that carry no claim of their own. Negators and quantifiers are never among them."""
