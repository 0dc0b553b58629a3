import { expect, test } from 'bun:test';

import { scoped } from '../../server/db/scoped';
import { events } from '../../server/events/schema';
import { readTagsOfLinks } from '../../server/links/queries/tags';
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

test('any number of ids are found, in the order of the column, and longer lists by one statement', async () => {
  const [one, two] = await twoWorkspaces();
  const own = await one.upsert(linkTags, [tag('a'), tag('b'), tag('c')]);
  const theirs = await two.upsert(linkTags, [tag('a')]);
  const unknown = Array.from({ length: 70_000 }, () => newId('tag'));
  const known = [...own, ...theirs].map(({ id }) => id).toReversed();
  const texts = new Set<string>();
  database.observe((text) => text.includes('"name_key"') && texts.add(text));
  for (const length of [201, 300, unknown.length]) {
    const ids = [...known, ...unknown.slice(0, length)];
    expect((await one.getEach(linkTags, ids)).map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted());
  }
  database.observe(undefined);
  expect(texts.size).toBe(1);

  const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
  expect(await one.getBy(events, 'sequence', numbers)).toEqual([]);
  await one.transaction(async (tx) => {
    expect(await tx.getEach(linkTags, [...known, ...unknown.slice(0, 300)], { lock: true })).toHaveLength(3);
  });
});

test('a delete affects only rows of its workspace', async () => {
  const [one, two] = await twoWorkspaces();
  await one.upsert(linkTags, [tag('a')]);
  await two.upsert(linkTags, [tag('a')]);
  expect(await one.delete(linkTags, undefined)).toBe(1);
  expect(await two.count(linkTags)).toBe(1);
});

test('links have the tags of their workspace alone, on both sides', async () => {
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

  const bothLinks = [link.id, theirLink.id];
  expect(await readTagsOfLinks(one, bothLinks)).toEqual(new Map([[link.id, [{ id: own.id, name: own.name }]]]));
  expect(await readTagsOfLinks(two, [link.id])).toEqual(new Map());
});
