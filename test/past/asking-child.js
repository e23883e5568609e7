/** A replica that asks for a pause, and never says that it is over. */
process.send({ pause: 'asked' });
process.on('message', () => undefined);
