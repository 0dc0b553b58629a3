import { join } from 'node:path';

/**
 * `bun run dev`: the server, restarted when it changes, and the console with hot reload in front of it at
 * http://localhost:5173/user/api/.
 */
const root = join(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '3000';
const options = { cwd: root, stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' } as const;

const children = [
  Bun.spawn([process.execPath, '--watch', 'server/main.ts', 'serve'], options),
  Bun.spawn(
    [
      process.execPath,
      '--bun',
      'node_modules/vite/bin/vite.js',
      '--config',
      'web/vite.config.ts',
      '--clearScreen',
      'false',
    ],
    { ...options, env: { API_URL: `http://localhost:${port}`, ...process.env } },
  ),
];

const stop = () => {
  for (const child of children) child.kill();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
await Promise.race(children.map((child) => child.exited));
stop();
