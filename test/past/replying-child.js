/** Replies to requests as a replica does, but loads nothing. */
process.on('message', ({ number, asked }) => {
  process.send({ number, value: undefined }, () => {
    if (asked.kind === 'close') process.exit(0);
  });
});
