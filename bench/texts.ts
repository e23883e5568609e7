/** What is sent: texts of about 200 bytes as people write them. Half have no markup at all; the others have some of each. */
export const texts: readonly string[] = [
  'Good morning everyone, the nightly build is green again after the fix from yesterday. I will merge the two remaining branches before lunch, so please tell me if there is anything that should wait.',
  'Hello @**Max Member**, this is a typical chat message of about two hundred bytes. It has some **bold** text and a link https://example.com/a/b?c=d and a few more words so that it comes to its size.',
  'Has anybody looked at the report of the customer in Lyon? They say that the export stops after some minutes, and that nothing is shown in the log. It may well be the same problem as last week.',
  'I think `readAll` should stop at the tail of the log, see #**general>design** for why; *otherwise* a reader would see what is not yet on the disk. Numbers are in http://example.com/wiki/numbers today.',
];
