import { openChannel } from './channel';
import { createCommands } from './commands';
import { guardLibraryFetch } from './library-fetch';
import { quietConsole } from './quiet';
import { createSessionLog } from './session-log';
import { errorFields } from './thrown-errors';

const channel = openChannel();

const log = createSessionLog((level, fields, message) => channel.report({ type: 'log', level, message, fields }));

quietConsole((line) => log.debug({ line }, 'whatsapp web library printed'));
guardLibraryFetch(log);

// An unhandled error concerns one session; the sockets of the others stay open.
process.on('unhandledRejection', (error) => log.error(errorFields(error), 'whatsapp web rejection unhandled'));
process.on('uncaughtException', (error) => log.error(errorFields(error), 'whatsapp web error uncaught'));

channel.listen(createCommands(channel, log));
