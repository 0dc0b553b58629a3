import type { PublicationLink } from '../../../../shared/automation/publication';
import { sha256Hex } from '../../../secrets/tokens';
import type { Issue, Publishable, Rendering } from '../../channels/channel';
import type { AutomationContext } from '../../context';
import { scheduleIssues } from '../../schedule/due';
import {
  type ResolvedRecipient,
  type ResolvedTargets,
  resolveTargets,
  tooManyRecipients,
} from '../deliveries/recipients';
import { type PreparedLinks, prepareForPublication, type Texts, urlsToShorten, withShortUrls } from '../short-links';
import { type NormalInput, schedulePointerOf } from './normal-input';

export interface ComposedRecipient extends ResolvedRecipient {
  rendering: Rendering;
  contentHash: string;
}

export interface Composed {
  id: string;
  input: NormalInput;
  targets: ResolvedTargets['targets'];
  recipients: ComposedRecipient[];
  links: { drafts: PreparedLinks['drafts']; kept: readonly PublicationLink[]; urls: readonly string[] };
  faults: Issue[];
  /** Answered with 422: the body is valid but impossible. */
  issues: Issue[];
}

export type PreparedPublication = Omit<Composed, 'faults' | 'issues'>;

interface ExistingPublication {
  id: string;
  links: readonly PublicationLink[];
  /** An unchanged time is not validated again. */
  keepsSchedule: boolean;
}

const NOTHING: Rendering = { parts: [], issues: [], warnings: [] };

export async function compose(
  ctx: AutomationContext,
  input: NormalInput,
  known: ExistingPublication,
): Promise<Composed> {
  const faults = [...(known.keepsSchedule ? [] : timeFaults(ctx, input)), ...tooManyRecipients(input)];
  if (faults.length > 0) {
    const links = { drafts: new Map(), kept: [], urls: [] };
    return { id: known.id, input, targets: [], recipients: [], links, faults, issues: [] };
  }

  const resolved = await resolveTargets(ctx, input);
  const texts: Texts = { content: input.content, overrides: input.overrides };
  const links = await linksOf(ctx, texts, input, known.links);
  const shown = withShortUrls(texts, input.shortLinks, links.shown);
  const rendered = await renderAll(ctx, resolved.recipients, (channel) =>
    publishableOf(known.id, input, shown, channel),
  );

  const plain = input.shortLinks === 'off' ? shown : withShortUrls(texts, 'off', (url) => url);
  const recipients = resolved.recipients.map((one) => ({
    ...one,
    rendering: one.skipReason === null ? (rendered.get(containerKey(one)) ?? NOTHING) : NOTHING,
    contentHash: hashOf(plain, one),
  }));
  const issues = [...resolved.issues, ...links.issues, ...[...rendered.values()].flatMap((one) => one.issues)];
  return {
    id: known.id,
    input,
    targets: resolved.targets,
    recipients,
    links: { drafts: links.drafts, kept: links.kept, urls: links.urls },
    faults,
    issues: uniqueIssues(issues),
  };
}

const timeFaults = (ctx: AutomationContext, input: NormalInput): Issue[] =>
  scheduleIssues(input.schedule, ctx.now()).map((issue) => ({
    ...issue,
    pointer: schedulePointerOf(input, issue.pointer),
  }));

const publishableOf = (
  id: string,
  input: Pick<NormalInput, 'title' | 'overflow' | 'metadata'>,
  { content, overrides }: Texts,
  channel: string,
): Publishable => ({
  publicationId: id,
  title: input.title,
  content: content.text === undefined && content.media.length === 0 ? null : content,
  overrides: overrides[channel],
  overflow: input.overflow,
  metadata: input.metadata,
});

interface Shortened {
  drafts: PreparedLinks['drafts'];
  kept: readonly PublicationLink[];
  urls: readonly string[];
  issues: Issue[];
  /** Replaces a URL until its link is created. */
  shown: (url: string) => string;
}

async function linksOf(
  ctx: AutomationContext,
  texts: Texts,
  { shortLinks }: NormalInput,
  existing: readonly PublicationLink[],
): Promise<Shortened> {
  const urls = urlsToShorten(texts, shortLinks);
  const kept = existing.filter(({ url }) => urls.includes(url));
  const known = new Map(kept.map((link) => [link.url, link.short_url]));
  const wanted = urls.filter((url) => !known.has(url));
  const none: Shortened = { drafts: new Map(), kept, urls, issues: [], shown: (url) => known.get(url) ?? url };
  if (wanted.length === 0) return none;

  const prepared = await prepareForPublication(ctx, wanted);
  if (prepared === null) {
    const message =
      'The workspace has no domain for short links that you can use. Add a domain, or set `short_links` to `off`.';
    return { ...none, issues: [{ pointer: '/short_links', code: 'no_domain', message }] };
  }
  const { drafts, refused, placeholder } = prepared;
  // Text may contain any URL; only a marked one is an explicit request for a link.
  const issues = shortLinks === 'explicit' ? [...refused].map(([url, why]) => refusalOf(url, why)) : [];
  return {
    drafts,
    kept,
    urls: urls.filter((url) => known.has(url) || drafts.has(url)),
    issues,
    shown: (url) => known.get(url) ?? (drafts.has(url) ? placeholder : url),
  };
}

const refusalOf = (url: string, { code, message }: { code: string; message: string }): Issue => ({
  pointer: '/content/text',
  code,
  message: `${url.slice(0, 200)}: ${message}`,
});

const containerKey = ({ channel, containerId }: ResolvedRecipient): string => `${channel.schemas.kind} ${containerId}`;

async function renderAll(
  ctx: AutomationContext,
  recipients: readonly ResolvedRecipient[],
  publishable: (channel: string) => Publishable,
): Promise<Map<string, Rendering>> {
  const rendered = new Map<string, Rendering>();
  for (const recipient of recipients) {
    const key = containerKey(recipient);
    const { channel, containerId, skipReason } = recipient;
    if (skipReason !== null || rendered.has(key)) continue;
    rendered.set(key, await channel.render(ctx, publishable(channel.schemas.kind), containerId));
  }
  return rendered;
}

/** Independent of short links. */
const hashOf = ({ content, overrides }: Texts, { channel, containerId, recipient }: ResolvedRecipient): string =>
  sha256Hex(
    JSON.stringify([
      channel.schemas.kind,
      containerId,
      recipient,
      content.text ?? null,
      content.media,
      overrides[channel.schemas.kind] ?? null,
    ]),
  );

/** Several containers of one channel report the same issue. */
const uniqueIssues = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.pointer} ${issue.code} ${issue.message}`, issue])).values(),
];
