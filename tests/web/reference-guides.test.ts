import { expect, test } from 'bun:test';

import { TAGS } from '../../server/modules';
import { guideOfTag } from '../../web/features/reference/guides-of-tags';

test('each tag of the reference leads to its guide; only the administration of a workspace has none', () => {
  const bare = TAGS.map(({ name }) => name).filter((name) => guideOfTag(name) === undefined);
  expect(bare).toEqual(['Workspaces', 'Members', 'Audit']);
});
