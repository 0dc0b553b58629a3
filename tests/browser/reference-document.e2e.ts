import type { Page } from '@playwright/test';

import { ERRORS } from '../../shared/errors';
import { SURFACE_NAMES } from '../../shared/surfaces';
import { expect, settled, test, viewerDrawn } from './support/test';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const PLACES = { path: 'path', query: 'query', header: 'headers' } as const;
const slug = (tag = '') => tag.toLowerCase().replaceAll(' ', '-');
const bare = (text: string) => text.replaceAll(/\s/g, '');

/** Goes to the anchor as a link on the page would, and waits for its section. */
async function goTo(page: Page, anchor: string) {
  await page.evaluate((hash) => location.assign(hash), `#${anchor}`);
  const section = page.locator(`section[id$="${anchor}"]`);
  await expect(section).toBeInViewport();
  return section;
}

/** Everything that the reference links to: operations, and types of events. */
function entriesOf({ paths, webhooks = {} }: Document) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [
    ...operations.map((operation) => ({
      anchor: `tag/${slug(operation.tags[0])}/${operation.operationId}`,
      operation,
    })),
    ...Object.entries(webhooks).map(([type, { post }]) => ({
      anchor: `tag/${slug(post.tags[0])}/webhook/${type}`,
      operation: post,
    })),
  ];
}

/** What the document says of an operation: where it stands on the page, and whether it is marked as required. */
function partsOf(document: Document, { parameters = [], requestBody, responses }: Operation) {
  const media = Object.values(requestBody?.content ?? {})[0];
  const schema = media && resolved(document, media.schema);
  const body = schema?.oneOf?.[0] ? resolved(document, schema.oneOf[0]) : schema;
  const fields = Object.keys(body?.properties ?? {}).map((name) => ({
    at: `body.${name}`,
    isRequired: body?.required?.includes(name) ?? false,
  }));
  const example = Object.values((media?.example ?? {}) as Record<string, unknown>)[0];
  return {
    parts: [
      ...parameters
        .map((one) => parameterOf(document, one))
        .map((one) => ({ at: `${PLACES[one.in]}.${one.name}`, isRequired: one.required === true })),
      ...fields,
      ...Object.keys(responses).map((status) => ({ at: `responses.${status}`, isRequired: false })),
    ],
    example: typeof example === 'string' ? example : undefined,
  };
}

for (const surface of SURFACE_NAMES) {
  test(`${surface}: each operation and event stands with all of the document at its anchor`, async ({
    page,
    filled: { url },
  }) => {
    test.setTimeout(480_000);
    const document = (await (await fetch(`${url}/api/v1/openapi.json?surface=${surface}`)).json()) as Document;
    await page.goto(`${url}/user/api/reference/${surface}`);
    await settled(page);

    const missing: string[] = [];
    for (const { anchor, operation } of entriesOf(document)) {
      const section = await goTo(page, anchor);
      const { parts, example } = partsOf(document, operation);
      if (!anchor.includes('/webhook/')) await expect(section.locator('.request-card').first()).toContainText(/curl/i);
      // Long bodies are shown in part.
      for (const more of await section.getByRole('button', { name: 'additional properties for Request Body' }).all()) {
        await more.click();
      }
      const found = new Map(
        await section.evaluate((element) =>
          [...element.querySelectorAll('[id]')].map((part) => {
            const mark = part.closest('.property-heading')?.querySelector('.property-required') ?? null;
            return [part.id.replace(/^[^/]+\//, ''), mark !== null] as const;
          }),
        ),
      );
      for (const { at, isRequired } of parts) {
        const marked = found.get(`${anchor}.${at}`);
        if (marked === undefined) missing.push(`${anchor} ${at}`);
        else if (marked !== isRequired) missing.push(`${anchor} ${at}: required marker`);
      }
      const shown = bare((await section.textContent()) ?? '');
      if (example !== undefined && !shown.includes(bare(example))) missing.push(`${anchor} example`);
    }
    expect(missing).toEqual([]);
  });
}

test('the link of each error code, as problems carry it, leads to its complete entry', async ({
  page,
  filled: { url },
}) => {
  const refused = await fetch(`${url}/api/v1/me`);
  const { type } = (await refused.json()) as { type: string };
  expect(type).toMatch(/\/docs\/errors#missing_api_key$/);
  await page.goto(type);
  await settled(page);
  for (const [code, { status, title }] of Object.entries(ERRORS)) {
    await page.evaluate((hash) => location.assign(hash), `#${code}`);
    const entry = page.locator(`article#${code}`);
    await expect(entry).toBeInViewport();
    await expect(entry.getByRole('heading')).toContainText(code);
    await expect(entry.getByRole('definition').first()).toHaveText(title);
    await expect(entry.getByRole('definition').nth(1)).not.toBeEmpty();
    await expect(entry.getByLabel(`Example of ${code}`)).toContainText(`"status": ${status}`);
  }
});

test('a refused call in the reference leads to its entry in the log', async ({ page, context, filled, watch }) => {
  const { url, scene } = filled;
  watch.expect(403);
  await context.addCookies(scene.cookies);
  await page.goto(`${url}/user/api/reference/getting-started#tag/members/members_list`);
  await settled(page);
  await page.getByLabel('API key for samples and test requests').fill(scene.key);
  await expect(page.getByText(/^Acme · /)).toBeVisible();
  const section = await goTo(page, 'tag/members/members_list');
  await section
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByText(/^403 · \d/)).toBeVisible();
  await page.getByRole('link', { name: 'View in logs' }).click();
  await expect(page).toHaveURL(/\/activity\/req_/);
  await settled(page);
  await expect(page.getByText('insufficient_scope').first()).toBeVisible();
});

test('search, a test request and another document call only this server', async ({ page, filled, watch }) => {
  const { url, scene } = filled;
  await page.goto(`${url}/user/api/reference/getting-started`);
  await viewerDrawn(page);
  await page.keyboard.press('ControlOrMeta+j');
  const search = page.getByRole('dialog');
  await search
    .getByRole('combobox')
    .or(search.getByRole('searchbox'))
    .or(search.getByRole('textbox'))
    .first()
    .fill('rotate');
  await expect(search.getByText(/Rotate/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('API key for samples and test requests').fill(scene.key);
  await expect(page.getByText(/^Acme · /)).toBeVisible();
  const section = await goTo(page, 'tag/me/me_get');
  await section
    .getByRole('button', { name: /Test Request/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByText(/^200 · \d/)).toBeVisible();
  await expect(page.locator('.scalar-password-input').last()).toHaveValue(scene.key);
  expect(await written(page)).not.toContain(scene.key);
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Surfaces' }).getByRole('link', { name: 'WhatsApp API' }).click();
  await settled(page);
  await expect(page.getByText(/^Acme · /)).toBeVisible();
  expect(await written(page)).not.toContain(scene.key);
  expect(watch.faults).toEqual([]);
});

/** What outlives the page, and what extensions and recorders read as its markup; samples hide the key by style. */
const written = (page: Page) =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value),
    );
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, attributes]);
  });

/** The parameter itself, also one that several operations have. */
function parameterOf({ components }: Document, one: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in one)) return one;
  const found = components.parameters[one.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${one.$ref} points at nothing`);
  return found;
}

/** The schema behind a reference, with all that its parts say. */
function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return resolved(document, document.components.schemas[name] ?? {});
  const parts = (schema.allOf ?? []).map((part) => resolved(document, part));
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties) as Record<
      string,
      Schema
    >,
    required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
  };
}
