import { readConfig } from '../config/config';
import { openDatabase } from '../db/open';
import { backupCommand } from './backup';
import { bootstrapCommand } from './bootstrap';
import { doctor } from './doctor';
import { reportFailure } from './failure';
import { print, UsageError } from './installation';
import { settingsTable } from './settings';
import { userCommand } from './user';

const COMMANDS: Record<string, { usage: string; help: string; run: (args: string[]) => Promise<number> }> = {
  migrate: { usage: 'migrate', help: 'Migrate the database to this version. `serve` does this too.', run: migrate },
  bootstrap: {
    usage: 'bootstrap --email E --password P --workspace NAME [--key-kind ak] [--preset full] [--name N] [--json]',
    help: 'Create the owner and the workspace if they do not exist, and a new API key. Use it to install without a browser.',
    run: bootstrapCommand,
  },
  user: { usage: 'user reset-link <email>', help: 'Print a one-time link to set a new password.', run: userCommand },
  doctor: {
    usage: 'doctor',
    help: 'Check the configuration, database, disk, secret key, port and address, and show how to fix problems.',
    run: doctor,
  },
  backup: {
    usage: 'backup <folder>',
    help: 'Back up all data of an SQLite installation to a new folder. The service can keep running.',
    run: backupCommand,
  },
  settings: {
    usage: 'settings',
    help: 'Print all settings with their defaults as a Markdown table.',
    run: async () => {
      print(settingsTable());
      return 0;
    },
  },
  types: {
    usage: 'types [file.d.ts]',
    help: 'Write the TypeScript types of all procedures to a file. The default is dist/switchboard.d.ts.',
    // This command loads every procedure, which the others do not need.
    run: async (args) => (await import('./types')).typesCommand(args),
  },
  help: { usage: 'help', help: 'Show this help.', run: help },
};

/** Returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const known = name === '--help' || name === '-h' ? 'help' : name;
  const command = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined;
  try {
    if (!command)
      throw new UsageError(`Unknown command: ${name}. Commands: serve, ${Object.keys(COMMANDS).join(', ')}.`);
    return await command.run(args);
  } catch (error) {
    return reportFailure(error);
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
    `Usage: npm start -- [command]\n\n  serve\n      Start the console and the API. This is the default.\n${lines.join('\n')}`,
  );
  return 0;
}
