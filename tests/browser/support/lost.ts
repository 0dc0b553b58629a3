import type { Page } from '@playwright/test';

import { freePort } from '../../support/free-port';
import { addFixtures, startConsole, type Console, type Scene } from './console';
import { startCuttingProxy, type Cut } from './cutting-proxy';
import { expect } from './test';

export const CUTS: readonly Cut[] = ['before', 'after'];

/** A console that the browser reaches through a proxy which loses answers. */
export async function startLossyConsole() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startConsole({ BASE_URL: url });
  const proxy = await startCuttingProxy(port, () => Number(new URL(server.url).port));
  const scene = await addFixtures(url);
  const stop = async () => {
    proxy.stop();
    await server.stop();
  };
  const place: Console & { scene: Scene; proxy: typeof proxy } = {
    ...server,
    url,
    scene,
    proxy,
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return place;
}
export type LossyConsole = Awaited<ReturnType<typeof startLossyConsole>>;

interface Loss {
  place: LossyConsole;
  cut: Cut;
  procedure: string;
  press: () => Promise<void>;
}

/** Presses while the answer gets lost, and waits until the person is told. */
export async function pressInVain(page: Page, { place: { proxy }, cut, procedure, press }: Loss): Promise<void> {
  proxy.cut(cut, procedure);
  await press();
  await expect(page.getByRole('alert').filter({ hasText: 'The server does not answer' }).last()).toBeVisible();
  expect(proxy.cuts()).toBeGreaterThan(0);
  proxy.heal();
}

/** Presses with the connection whole again; returns the status of the answer. */
export async function pressAgain(page: Page, { procedure, press }: Loss): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().includes(`/trpc/${procedure}`));
  await press();
  return (await answered).status();
}
