/** Reads the CSV file that is its argument, and prints how many rows it has and by how many bytes memory grew. */
import { openRows } from '../../server/links/imports/rows';

const rows = await openRows(Bun.argv[2] ?? '', { offset: 0, line: 1 }, ','.charCodeAt(0));
await rows.next(); // what the first read takes is the code’s own
Bun.gc(true);
const before = process.memoryUsage.rss();

let [read, most] = [1, 0];
for (let row = await rows.next(); row; row = await rows.next()) {
  read += 1;
  if (read % 100_000 > 0) continue;

  Bun.gc(true);
  most = Math.max(most, process.memoryUsage.rss() - before);
}
await rows.close();
await Bun.write(Bun.stdout, JSON.stringify({ read, most }));
