import { isbot } from 'isbot';

import type { ClickClass } from '../../../shared/links/clicks';
import { createMemory } from './memory';

/** What fetches a link to show a card of it. In-app browsers carry some of these names too: they are people. */
const PREVIEW = new RegExp(
  [
    'facebookexternalhit',
    'facebookcatalog',
    'facebot',
    '^WhatsApp/',
    'TelegramBot',
    'Twitterbot',
    'Slackbot-LinkExpanding',
    'Slack-ImgProxy',
    'Discordbot',
    'LinkedInBot',
    'SkypeUriPreview',
    '\\bMastodon/\\d',
    'Pinterestbot',
    '^Pinterest/\\d',
    'redditbot',
    '^Viber',
    'vkShare',
    'Iframely',
    'Embedly',
  ].join('|'),
  'i',
);

/** Programs that somebody runs, rather than crawlers; by the start of what they call themselves. */
const TOOL =
  /^(?:curl|wget|python|aiohttp|httpx|go-http-client|okhttp|java|apache-httpclient|axios|node|undici|bun|deno|got|guzzle(?:http)?|postman(?:runtime)?|insomnia|httpie|libwww-perl|ruby|php|reqwest|dart)(?![a-z])|HeadlessChrome/i;

/** Browsers within apps, some of which name a phone in a way that looks like a crawler. */
const IN_APP = /\bInstagram \d|\bFB(?:AN|AV|_IAB)[/;]/;

const PREFETCH = /prefetch|prerender|preview/i;
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
/** An agent string as it is looked at; the rest of a longer one tells nothing. */
const AGENT_LENGTH = 512;

const classes = createMemory<ClickClass>();

/** How a request is told apart, before its answer: by what it is for, else by its agent. */
export const classOf = (purpose: 'head' | 'prefetch' | undefined, agent: string): ClickClass =>
  purpose ?? classOfAgent(agent);

/** The class by what the request is for; undefined where the agent decides. */
export function purposeOf(method: string, headers: Pick<Headers, 'get' | 'has'>): 'head' | 'prefetch' | undefined {
  if (method === 'HEAD') return 'head';
  // Next to nobody says a purpose, and `has` costs half of `get`.
  for (const name of PURPOSES) {
    if (headers.has(name) && PREFETCH.test(headers.get(name) ?? '')) return 'prefetch';
  }
  return undefined;
}

/** The class by what the client calls itself, or by the first 512 characters of it. */
export function classOfAgent(userAgent: string): ClickClass {
  // A slice would keep all of a long one in memory.
  const agent = userAgent.length > AGENT_LENGTH ? Buffer.from(userAgent.slice(0, AGENT_LENGTH)).toString() : userAgent;
  return classes.get(agent) ?? classes.set(agent, judge(agent));
}

function judge(agent: string): ClickClass {
  if (agent.trim() === '') return 'no_agent';
  if (PREVIEW.test(agent)) return 'preview';
  if (TOOL.test(agent)) return 'tool';
  return !IN_APP.test(agent) && isbot(agent) ? 'crawler' : 'human';
}
