import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { scoped } from '../../server/db/scoped';
import { linkTagLinks, linkTags } from '../../server/links/schema/links';
import { newId } from '../../shared/ids';
import { seedLink } from '../links/redirect/support';
import { database } from '../support/app';
import { seedWorkspace } from '../support/seed';

const at = new Date();
const tag = (nameKey: string, name = nameKey) => ({ id: newId('tag'), name, nameKey, createdAt: at, updatedAt: at });

async function twoWorkspaces() {
  const ids = [await seedWorkspace('One'), await seedWorkspace('Two')] as const;
  return ids.map((id) => scoped(database, id)) as [ReturnType<typeof scoped>, ReturnType<typeof scoped>];
}

test('an upsert inserts what is new, and leaves out or changes what exists', async () => {
  const [one] = await twoWorkspaces();
  const [first] = await one.upsert(linkTags, [tag('a')]);
  expect(await one.upsert(linkTags, [tag('a'), tag('b')])).toMatchObject([{ nameKey: 'b' }]);

  const target = [linkTags.workspaceId, linkTags.nameKey] as const;
  const changed = await one.upsert(linkTags, [tag('a', 'Again')], { target, set: { name: 'Again' } });
  expect(changed).toMatchObject([{ id: first?.id, name: 'Again' }]);
  expect(await one.upsert(linkTags, [])).toEqual([]);
});

test('an upsert changes no row of another workspace, though its id is given', async () => {
  const [one, two] = await twoWorkspaces();
  const [theirs] = await two.upsert(linkTags, [tag('a', 'Theirs')]);
  const taken = { ...tag('b'), id: theirs?.id ?? '' };
  expect(await one.upsert(linkTags, [taken], { target: [linkTags.id], set: { name: 'Mine' } })).toEqual([]);
  expect(await one.upsert(linkTags, [taken])).toEqual([]);
  expect(await two.select(linkTags)).toMatchObject([{ name: 'Theirs' }]);
  expect(await one.count(linkTags)).toBe(0);
});

test('a delete affects only rows of its workspace', async () => {
  const [one, two] = await twoWorkspaces();
  await one.upsert(linkTags, [tag('a')]);
  await two.upsert(linkTags, [tag('a')]);
  expect(await one.delete(linkTags, undefined)).toBe(1);
  expect(await two.count(linkTags)).toBe(1);
});

test('a join pairs rows of its workspace alone, on both sides', async () => {
  const [one, two] = await twoWorkspaces();
  const link = await seedLink(one.workspaceId);
  const theirLink = await seedLink(two.workspaceId);
  const own = await one.insert(linkTags, tag('own'));
  const theirs = await two.insert(linkTags, tag('theirs'));
  await one.insert(linkTagLinks, { tagId: own.id, linkId: link.id });
  await two.insert(linkTagLinks, { tagId: theirs.id, linkId: theirLink.id });
  // Rows that should not exist: each side of another workspace.
  await one.insert(linkTagLinks, { tagId: theirs.id, linkId: link.id });
  await two.insert(linkTagLinks, { tagId: own.id, linkId: theirLink.id });

  const on = eq(linkTags.id, linkTagLinks.tagId);
  const pairs = await one.join(linkTagLinks, linkTags, on);
  expect(pairs).toEqual([{ left: { workspaceId: one.workspaceId, tagId: own.id, linkId: link.id }, right: own }]);
  expect(await two.join(linkTagLinks, linkTags, on, eq(linkTagLinks.linkId, link.id))).toEqual([]);
});
