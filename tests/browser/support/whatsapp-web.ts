import type { Page } from '@playwright/test';
import readQr from 'jsqr';
import { PNG } from 'pngjs';

import { startPeerProcess } from '../../support/whatsapp-web/client';
import { startConsole } from './console';
import { expect } from './test';

/** Of the account whose phone is linked. */
export const OWN_NUMBER = '15550001111';
export const FRIEND = '15550002222';

/** A console whose driver `web` reaches a test server instead of WhatsApp. */
export async function startLinkableConsole(env: Record<string, string> = {}) {
  const peer = await startPeerProcess();
  const { url, root, mediaUrl } = peer.address;
  const place = await startConsole({ WHATSAPP_WEB_TEST_PEER: JSON.stringify({ url, root, mediaUrl }), ...env });
  await peer.client.run('introduce', { phone: FRIEND, name: 'Grace' });
  return {
    place,
    peer: peer.client,
    async stop() {
      await place.stop();
      await peer.stop();
    },
  };
}

/** The text of the QR code on the page, read as a camera does. */
export async function readShownCode(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /^QR code to scan/ });
  await expect(code).toBeVisible();
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return readQr(new Uint8ClampedArray(data), width, height)?.data ?? '';
}
