import { reportFailure } from './commands/failure';

const [command = 'serve', ...rest] = process.argv.slice(2);

/** Loaded on demand: other commands do not need the routes, and start in half the time. */
const start = async (): Promise<unknown> =>
  command === 'serve'
    ? (await import('./commands/serve')).serve()
    : process.exit(await (await import('./commands/run')).runCommand(command, rest));

// Without `await`, which Bun cannot compile to bytecode here.
start().catch((error: unknown) => process.exit(reportFailure(error)));
