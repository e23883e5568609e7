#!/bin/sh
# `npm test`: types and lint run beside the tests, and their report comes last. It fails if either fails. Options are those of mocha.
report=$(mktemp)
npm run check >"$report" 2>&1 &
check=$!
mocha 'test/**/*.slow.test.ts' 'test/**/!(*.slow).test.ts' "$@"
tests=$?
wait $check
checks=$?
cat "$report"
rm "$report"
exit $((tests | checks))
