/** Records clicks into the folder it is given, without end, and tells its parent the id of each that is safe. */
import { clickOf, openJournal } from './journal-support';

const [folder = '', durability] = process.argv.slice(2);
const { journal } = openJournal({ folder, durability: durability === 'power' ? 'power' : 'process' });

await Promise.all(
  Array.from({ length: 32 }, async (_, connection) => {
    for (let number = 0; ; number += 1) {
      const click = clickOf(number, { destination: 'x'.repeat((connection * 997) % 8000) });
      if (await journal.record(click)) process.stdout.write(`${click.id}\n`);
      // Others get their turn, as between two requests.
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }),
);
