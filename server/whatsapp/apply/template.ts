import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { TemplateNews } from '../drivers/news';
import { presentTemplate, type TemplateRow } from '../present/templates';
import { waTemplates } from '../schema/instances';
import { holdInstance, type Work } from '../work';

const EVENTS = [
  ['status', 'whatsapp.template.status_changed'],
  ['quality', 'whatsapp.template.quality_changed'],
  ['category', 'whatsapp.template.category_changed'],
] as const;

/** How a template stands; one that was not known is added. Says what became of it. */
export async function applyTemplate(work: Work, news: TemplateNews): Promise<'added' | 'changed' | 'same'> {
  await holdInstance(work);
  const [before] = await work.tx.select(waTemplates, {
    where: and(
      eq(waTemplates.instanceId, work.instance.id),
      eq(waTemplates.name, news.name),
      eq(waTemplates.language, news.language),
    ),
    limit: 1,
    lock: true,
  });
  if (!before) {
    const row = await addTemplate(work, news);
    if (news.status !== undefined) work.raise(EVENTS[0][1], { ...presentTemplate(row), previous: {} });
    return 'added';
  }

  const changes = changesOf(before, news);
  if (Object.keys(changes).length === 0) return 'same';
  const [row] = await work.tx.update(waTemplates, eq(waTemplates.id, before.id), {
    ...changes,
    updatedAt: work.now,
    version: before.version + 1,
  });
  if (!row) throw new Error(`Template ${before.id} is gone.`);
  for (const [field, type] of EVENTS) {
    if (field in changes) work.raise(type, { ...presentTemplate(row), previous: { [field]: before[field] } });
  }
  return 'changed';
}

const addTemplate = (work: Work, news: TemplateNews): Promise<TemplateRow> =>
  work.tx.insert(waTemplates, {
    id: newId(ID_PREFIXES.template),
    instanceId: work.instance.id,
    providerTemplateId: news.providerTemplateId,
    name: news.name,
    language: news.language,
    category: news.category ?? 'utility',
    status: news.status ?? 'unknown',
    rejectionReason: news.rejectionReason ?? null,
    quality: news.quality ?? 'unknown',
    parameterFormat: formatOf(news),
    components: news.components ?? [],
    createdAt: work.now,
    updatedAt: work.now,
  });

function changesOf(before: TemplateRow, news: TemplateNews): Partial<TemplateRow> {
  const told: Partial<TemplateRow> = {
    providerTemplateId: news.providerTemplateId,
    ...(news.status === undefined ? {} : { status: news.status }),
    ...(news.rejectionReason === undefined ? {} : { rejectionReason: news.rejectionReason }),
    ...(news.quality === undefined ? {} : { quality: news.quality }),
    ...(news.category === undefined ? {} : { category: news.category }),
    ...(news.components === undefined ? {} : { components: news.components, parameterFormat: formatOf(news) }),
  };
  // A database may keep the members of an object in an order of its own.
  const keys = (Object.keys(told) as (keyof TemplateRow)[]).filter((key) => !Bun.deepEquals(told[key], before[key]));
  return Object.fromEntries(keys.map((key) => [key, told[key]])) as Partial<TemplateRow>;
}

/** Variables are `{{1}}`, or have names. */
const formatOf = ({ components = [] }: TemplateNews): TemplateRow['parameterFormat'] =>
  /\{\{\s*[a-z]/i.test(JSON.stringify(components)) ? 'named' : 'positional';
