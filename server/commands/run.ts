import { readConfig } from '../config/config';
import { openDatabase } from '../db/open';
import { backupCommand } from './backup';
import { bootstrapCommand } from './bootstrap';
import { doctor } from './doctor';
import { tellFailure } from './failure';
import { print, UsageError } from './installation';
import { settingsTable } from './settings';
import { userCommand } from './user';

const COMMANDS: Record<string, { usage: string; help: string; run: (args: string[]) => Promise<number> }> = {
  migrate: { usage: 'migrate', help: 'Bring the database to this version; serve does it too.', run: migrate },
  bootstrap: {
    usage: 'bootstrap --email E --password P --workspace NAME [--key-kind ak] [--preset full] [--name N] [--json]',
    help: 'Make owner and workspace where missing, and a new key: installs without a browser.',
    run: bootstrapCommand,
  },
  user: { usage: 'user reset-link <email>', help: 'Print a one-time link that sets a new password.', run: userCommand },
  doctor: {
    usage: 'doctor',
    help: 'Check configuration, database, disk, secret key, port and address, and say how to mend what is wrong.',
    run: doctor,
  },
  backup: {
    usage: 'backup <folder>',
    help: 'Copy all that is kept on SQLite into a new folder, while servers run on it.',
    run: backupCommand,
  },
  settings: {
    usage: 'settings',
    help: 'List every setting with its default, as a Markdown table.',
    run: async () => {
      print(settingsTable());
      return 0;
    },
  },
  types: {
    usage: 'types [file.d.ts]',
    help: 'Write the types of all procedures as one file, dist/switchboard.d.ts unless told otherwise.',
    // It loads every procedure, which the other commands do without.
    run: async (args) => (await import('./types')).typesCommand(args),
  },
  help: { usage: 'help', help: 'Show this list.', run: help },
};

/** Runs a command other than `serve`. Returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const known = name === '--help' || name === '-h' ? 'help' : name;
  const command = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined;
  try {
    if (!command) throw new UsageError(`Unknown command: ${name}. Known: serve, ${Object.keys(COMMANDS).join(', ')}.`);
    return await command.run(args);
  } catch (error) {
    return tellFailure(error);
  }
}

async function migrate(): Promise<number> {
  readConfig();
  const database = await openDatabase();
  await database.migrate();
  await database.close();
  return 0;
}

async function help(): Promise<number> {
  const lines = Object.values(COMMANDS).map(({ usage, help: text }) => `  ${usage}\n      ${text}`);
  print(
    `Usage: npm start -- [command]\n\n  serve\n      Serve the console and the API; the default.\n${lines.join('\n')}`,
  );
  return 0;
}
