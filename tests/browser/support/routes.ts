import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { SURFACE_NAMES } from '../../../shared/surfaces';
import type { Scene } from './console';

const root = join(import.meta.dirname, '../../..');

/** Every path of `web/routes.tsx`: a new page is covered by being there. */
export const ROUTES: readonly string[] = JSON.parse(
  execFileSync(process.execPath, [join(import.meta.dirname, 'route-list.ts')], { cwd: root, encoding: 'utf8' }),
) as string[];

/** Pages for people who are not signed in; the rest is opened as the owner. */
export const isPublic = (route: string): boolean =>
  /^\/(?:sign-in|setup|invite|reset|reference|docs|connect|key)(?:\/|$)/.test(route);

/** Only a server without an owner shows it. */
export const isFirst = (route: string): boolean => route === '/setup';

/** Stands for an object of which the scene has none: the page says that there is no such thing. */
const NOBODY = '01jd9x3k2mf8v9q4zt7w5b6n0c';
const PREFIXES: Record<string, string> = {
  webhook: 'whk',
  instance: 'wai',
  batch: 'bat',
  link: 'lnk',
  member: 'mem',
  publication: 'pub',
  endpoint: 'iep',
  rule: 'rul',
  call: 'req',
};

/** The addresses of a route in this scene, with names for reports and files. */
export function addressesOf(route: string, scene: Scene | undefined): { name: string; path: string }[] {
  const name = route.slice(1).replaceAll(/[/$]+/g, '-') || 'index';
  if (route.includes('$surface')) {
    return SURFACE_NAMES.map((surface) => ({
      name: name.replace('surface', surface).replaceAll('--', '-'),
      path: route.replace('$surface', surface),
    }));
  }
  // Every guide is drawn by the same elements: these two have all of them. tests/browser/guides.e2e.ts opens the rest.
  if (route.includes('$guide')) {
    return ['settings', 'webhooks'].map((guide) => ({
      name: name.replace('guide', guide),
      path: route.replace('$guide', guide),
    }));
  }
  const values: Record<string, string | undefined> = {
    ws: scene?.workspaceId,
    key: scene?.keyId,
    id: scene?.requestId,
    webhook: scene?.webhookId,
    link: scene?.linkId,
    instance: scene?.instanceId,
    batch: scene?.batchId,
    publication: scene?.publicationId,
    endpoint: scene?.endpointId,
    rule: scene?.ruleId,
    call: scene?.callId,
  };
  const path = route.replaceAll(
    /\$(\w+)/g,
    (_, param: string) => values[param] ?? `${PREFIXES[param] ?? param}_${NOBODY}`,
  );
  return [{ name, path }];
}

/** Lists and sums look different where nothing happened yet; forms and objects do not. */
const hasEmptyForm = (route: string): boolean =>
  /^\/w\/\$ws(?:\/[a-z-]+)*$/.test(route) && !/\/(?:general|danger|new)$/.test(route);

const emptyWorkspaces = new Map<string, Promise<string>>();

/** The address of a route in a second workspace, in which nothing happened; none where that makes no difference. */
export async function emptyAddressesOf(route: string, scene: Scene): Promise<{ name: string; path: string }[]> {
  if (!hasEmptyForm(route)) return [];
  const made =
    emptyWorkspaces.get(scene.workspaceId) ??
    scene.act('mutate', 'workspaces.create', { name: 'Empty' }).then(({ id }) => String(id));
  emptyWorkspaces.set(scene.workspaceId, made);
  const workspaceId = await made;
  return addressesOf(route, { ...scene, workspaceId }).map(({ name, path }) => ({ name: `${name}, empty`, path }));
}
