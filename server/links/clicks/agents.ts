import { isbot } from 'isbot';

import type { ClickClass } from '../../../shared/links/clicks';
import { createTwoGenerationCache } from './two-generation-cache';

/** Link preview fetchers. In-app browsers of people contain some of these names too. */
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

const TOOL =
  /^(?:curl|wget|python|aiohttp|httpx|go-http-client|okhttp|java|apache-httpclient|axios|node|undici|bun|deno|got|guzzle(?:http)?|postman(?:runtime)?|insomnia|httpie|libwww-perl|ruby|php|reqwest|dart)(?![a-z])|HeadlessChrome/i;

/** In-app browsers, some of which look like crawlers. */
const IN_APP = /\bInstagram \d|\bFB(?:AN|AV|_IAB)[/;]/;

const PREFETCH = /prefetch|prerender|preview/i;
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const AGENT_LENGTH = 512;

const classes = createTwoGenerationCache<ClickClass>();

export const agentClassOf = (purpose: 'head' | 'prefetch' | undefined, agent: string): ClickClass =>
  purpose ?? classOfAgent(agent);

/** Undefined when the user agent decides. */
export function purposeOf(method: string, headers: Pick<Headers, 'get' | 'has'>): 'head' | 'prefetch' | undefined {
  if (method === 'HEAD') return 'head';
  // Purpose headers are rare, and `has` is cheaper than `get`.
  for (const name of PURPOSES) {
    if (headers.has(name) && PREFETCH.test(headers.get(name) ?? '')) return 'prefetch';
  }
  return undefined;
}

export function classOfAgent(userAgent: string): ClickClass {
  // A slice would keep the whole string in memory.
  const agent = userAgent.length > AGENT_LENGTH ? Buffer.from(userAgent.slice(0, AGENT_LENGTH)).toString() : userAgent;
  return classes.get(agent) ?? classes.set(agent, classify(agent));
}

function classify(agent: string): ClickClass {
  if (agent.trim() === '') return 'no_user_agent';
  if (PREVIEW.test(agent)) return 'preview';
  if (TOOL.test(agent)) return 'http_client';
  return !IN_APP.test(agent) && isbot(agent) ? 'crawler' : 'human';
}
