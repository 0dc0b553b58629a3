import type { BinaryNode } from 'baileys';

import type { Feature, WebSession } from '../session-types';
import { createPasskeyLink, isLinked, type PasskeyLink } from './link';

const SERVER = new Set(['s.whatsapp.net', '@s.whatsapp.net']);

const links = new WeakMap<WebSession, PasskeyLink>();

function linkOf(session: WebSession): PasskeyLink {
  const link = links.get(session) ?? createPasskeyLink(session);
  links.set(session, link);
  return link;
}

/** Some accounts demand a passkey before they link a device, which the library does not support. */
export const passkeyFeature: Feature = {
  listen(session) {
    const on = (type: string, handle: (notification: BinaryNode) => Promise<void> | void): void => {
      session.socket.ws.on(`CB:notification,type:${type}`, async (notification: BinaryNode) => {
        await acknowledge(session, notification);
        if (SERVER.has(notification.attrs['from'] ?? '') && !isLinked(session)) await handle(notification);
      });
    };
    on('passkey_prologue_request', (demand) =>
      session.settings.passkeys ? linkOf(session).requested(demand) : session.fail('passkey_required'),
    );
    on('crsc_continuation', (notification) => linkOf(session).continued(notification));
  },

  pairingCalls: {
    'passkey.assert': (session, { assertion }: { assertion?: unknown }) => linkOf(session).assert(assertion),
    'passkey.confirm': (session) => linkOf(session).confirm(),
  },
};

/** The library acknowledges notifications only when it knows its own address. */
async function acknowledge({ socket }: WebSession, { attrs }: BinaryNode): Promise<void> {
  if (socket.authState.creds.me !== undefined) return;
  const { id, from, type } = attrs;
  if (id === undefined || from === undefined || type === undefined) return;
  await socket.sendNode({ tag: 'ack', attrs: { id, to: from, class: 'notification', type } });
}
