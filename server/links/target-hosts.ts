import { domainToUnicode } from 'node:url';

import { isPublicAddress } from '../egress/addresses';

const LOCAL_NAMES = /(?:^|\.)localhost$|\.(?:local|internal|lan|home\.arpa)$/;
const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** Letters that look like Latin ones, by script, after Chromium's policy for internationalised names. */
const LOOK_ALIKES = [
  { letters: /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ]+$/u, home: new Set(['by', 'bg', 'kz', 'mk', 'mn', 'rs', 'ru', 'su', 'ua']) },
  { letters: /^[αβγεηικνορτυχω]+$/u, home: new Set(['gr', 'cy']) },
];

/** Expects a host from the URL parser, which normalises `0x7f.1`. */
export function isPrivateHost(host: string): boolean {
  if (IP_ADDRESS.test(host)) return !isPublicAddress(host.replaceAll(/[[\]]/g, ''));
  return !host.includes('.') || LOCAL_NAMES.test(host);
}

/** A label mixes scripts or imitates Latin letters. */
export function isDeceptiveHost(host: string): boolean {
  if (!host.includes('xn--')) return false;
  const labels = domainToUnicode(host).split('.');
  const end = labels.at(-1) ?? '';
  return labels.some((label) => {
    if (SCRIPTS.filter((script) => script.test(label)).length > 1) return true;
    if (label === end) return false;
    const letters = label.replaceAll(/[\d-]/g, '');
    return LOOK_ALIKES.some((alphabet) => alphabet.letters.test(letters) && isLatin(end) && !alphabet.home.has(end));
  });
}

const isLatin = (label: string): boolean => /^[a-z]+$/.test(label);
