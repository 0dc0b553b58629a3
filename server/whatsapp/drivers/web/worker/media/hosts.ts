import type { WorkerSettings } from '../../protocol';
import type { CallError } from '../call-error';
import { refusedCall } from '../errors';

const MEDIA_HOST = 'mmg.whatsapp.net';
const WHATSAPP_HOST = /^(?:[a-z0-9-]+\.)+whatsapp\.net$/;
const MAX_PATH = 2048;

interface Configured {
  settings: Pick<WorkerSettings, 'testPeer'>;
}

/** The path is the sender’s: `@evil.example/` would change the host, so the URL is checked. Throws `CallError`. */
export function mediaUrl({ settings }: Configured, path: string, host = MEDIA_HOST): URL {
  const base = settings.testPeer?.mediaUrl ?? `https://${host}`;
  const isPath = path.startsWith('/') && !path.startsWith('//') && path.length <= MAX_PATH;
  const url = isPath ? URL.parse(`${base}${path}`) : null;
  const isSafe = url && (settings.testPeer ? url.origin === new URL(base).origin : isWhatsApp(url));
  if (!isSafe) throw foreignHost();
  return url;
}

export const isWhatsApp = ({ protocol, hostname, port, username, password }: URL): boolean =>
  protocol === 'https:' && WHATSAPP_HOST.test(hostname) && port === '' && username === '' && password === '';

export const foreignHost = (): CallError =>
  refusedCall('media_download_failed', 'The address of the file is not WhatsApp’s.');
