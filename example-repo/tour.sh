#!/bin/sh
# The main job on this repository, one command after another. Needs `eemgit` on the PATH.
set -eu
cd "$(dirname "$0")"
export GIT_PAGER=cat

run() {
    printf '\n$'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_./=-]*) printf " '%s'" "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$@"
}

run eemgit status
run eemgit list --kind derived
run eemgit why callers-have-one-limit-each
run eemgit retract auth-tokens-carry-hmac-signature --reason 'tokens are no longer signed'
run eemgit restore auth-tokens-carry-hmac-signature
run eemgit dedup --auto
run eemgit plan eem/dedup
run eemgit accept eem/dedup
run git log --oneline --graph
printf '\nYou have seen the main job. Now: cd %s; eemgit next\n' "$(pwd)"
