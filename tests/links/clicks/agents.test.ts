import { describe, expect, test } from 'bun:test';

import { agentClassOf, classOfAgent, purposeOf } from '../../../server/links/clicks/agents';
import { visitorDeviceOf } from '../../../server/links/clicks/enrich/device';
import type { ClickClass } from '../../../shared/links/clicks';
import { AGENTS } from './agents';

const BROWSER = AGENTS[0]?.agent ?? '';
const classOfRequest = (method: string, given: Record<string, string>): ClickClass => {
  const headers = new Headers({ 'user-agent': BROWSER, ...given });
  return agentClassOf(purposeOf(method, headers), headers.get('user-agent') ?? '');
};

describe('an agent is classified', () => {
  test.each(AGENTS)('$agent is $is', ({ agent, is }) => {
    expect(classOfAgent(agent)).toBe(is);
    // From memory too.
    expect(classOfAgent(agent)).toBe(is);
  });

  test('by its first 512 characters', () => {
    expect(classOfAgent(`${BROWSER} ${'x'.repeat(600)} Googlebot/2.1`)).toBe('human');
  });
});

describe('a request is classified before its agent', () => {
  const REQUESTS: [string, Record<string, string>, ClickClass][] = [
    ['GET', {}, 'human'],
    ['POST', {}, 'human'],
    ['HEAD', {}, 'head'],
    ['HEAD', { 'user-agent': 'curl/8.5.0' }, 'head'],
    ['GET', { 'sec-purpose': 'prefetch' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, 'prefetch'],
    ['GET', { purpose: 'prefetch' }, 'prefetch'],
    ['GET', { 'x-purpose': 'preview' }, 'prefetch'],
    ['GET', { 'x-moz': 'prefetch' }, 'prefetch'],
    ['GET', { 'x-moz': 'prefetch', 'user-agent': 'WhatsApp/2.23.20.0 A' }, 'prefetch'],
    ['GET', { 'user-agent': '' }, 'no_user_agent'],
    ['GET', { purpose: 'navigate' }, 'human'],
  ];
  test.each(REQUESTS)('%s with %p is %s', (method, headers, is) => {
    expect(classOfRequest(method, headers)).toBe(is);
  });

  test('without a user agent it has no browser', () => {
    expect(agentClassOf(purposeOf('GET', new Headers()), '')).toBe('no_user_agent');
  });
});

describe('a bot has a name of ours', () => {
  const named = AGENTS.flatMap(({ agent, machine }) => (machine === undefined ? [] : [{ agent, machine }]));
  test.each(named)('$agent is $machine', ({ agent, machine }) => {
    const { device, os, browser } = visitorDeviceOf(agent);
    expect(`${device} ${os} ${browser}`).toBe(machine);
  });
});
