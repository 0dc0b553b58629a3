import { resolve } from 'node:path';

import { plugin } from 'bun';

import { FAULTS } from './fault-points';

/** The server as its source says, but that it throws in the layer whose name stands in the file at FAULT_FILE. */
const FAULT = resolve(import.meta.dir, 'fault.ts');

plugin({
  name: 'faults',
  setup(builder) {
    const places = Map.groupBy(Object.entries(FAULTS), ([, [file]]) => resolve(import.meta.dir, '../../server', file));
    builder.onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => {
      let contents = await Bun.file(path).text();
      for (const [layer, [, anchor]] of places.get(path) ?? []) {
        if (!contents.includes(anchor)) throw new Error(`${path} has no longer: ${anchor}`);
        contents = contents.replace(anchor, () => `fault(${JSON.stringify(layer)});\n${anchor}`);
      }
      const head = places.has(path) ? `import { fault } from ${JSON.stringify(FAULT)};\n` : '';
      return { contents: head + contents, loader: 'ts' };
    });
  },
});

await import('../../server/main');
