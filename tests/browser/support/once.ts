import type { Scene } from './console';

/** Adds to the workspace of a scene what it lacks: at the first call, however often tests ask for it. */
export function onceAWorkspace(add: (scene: Scene) => Promise<Partial<Scene>>): (scene: Scene) => Promise<Scene> {
  const added = new Map<string, Promise<Partial<Scene>>>();
  return async (scene) => {
    const parts = added.get(scene.workspaceId) ?? add(scene);
    added.set(scene.workspaceId, parts);
    return { ...scene, ...(await parts) };
  };
}
