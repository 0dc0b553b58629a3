import { plugin } from 'bun';

import { INSTALL_COMMAND, installedLibrary } from '../../server/whatsapp/drivers/web/installed-library';

const TITLE = `needs the package of the driver \`web\`, which is not installed: ${INSTALL_COMMAND}`;

const NEEDS_IT = /\/tests\/whatsapp\/(?:web\/[\w.-]+|conformance\/(?:linked|matrix))\.test\.ts$/;

/** The package is optional. Without it, files that import it could not even be loaded. */
export function skipWebTests(): void {
  const library = installedLibrary();
  if (library.isUsable || library.reason !== 'driver_not_installed') return;
  plugin({
    name: 'tests of WhatsApp Web without its package',
    setup(build) {
      const contents = `import { test } from 'bun:test';\ntest.skip(${JSON.stringify(TITLE)}, () => {});\n`;
      build.onLoad({ filter: NEEDS_IT }, () => ({ contents, loader: 'ts' }));
    },
  });
}
