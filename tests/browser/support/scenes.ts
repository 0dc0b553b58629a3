import { withSomeAutomation } from './automation';
import type { Scene } from './console';
import { withSomeLinks } from './links';
import { withSomeCalls } from './models';
import { withOneWebhook } from './populate';
import { withSomeInstances } from './whatsapp';

/** With what the page of the route shows: a page of nothing proves little. */
export function sceneFor(route: string, scene: Scene): Promise<Scene> {
  if (route.includes('$webhook')) return withOneWebhook(scene);
  if (route.includes('/whatsapp')) return withSomeInstances(scene);
  if (route.includes('/automation')) return withSomeAutomation(scene);
  if (route.includes('/models/')) return withSomeCalls(scene);
  return route.includes('/links') ? withSomeLinks(scene) : Promise.resolve(scene);
}

/** Routes of objects that no scene has. */
export const hasNoObject = (route: string): boolean =>
  /\$(?!ws|surface|webhook|link|instance|batch|publication|endpoint|rule|call)/.test(route);
