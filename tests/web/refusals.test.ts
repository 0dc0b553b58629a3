import { expect, test } from 'bun:test';

import { ERRORS, type ErrorCode } from '../../shared/errors';
import { translateDetail } from '../../web/i18n/labels/translate-detail';
import { Change } from '../../web/ui/figure/figure';
import { AdviceText } from '../../web/ui/states/advice-text';

test('a person is not sent to a header that the console alone sees', () => {
  const sent = (Object.keys(ERRORS) as ErrorCode[]).filter((code) =>
    AdviceText({ code, isOwnCall: true }).includes('Retry-After'),
  );
  expect(sent).toEqual([]);
  expect(AdviceText({ code: 'rate_limited', isOwnCall: true })).toBe('Wait a moment, then try again.');
  expect(AdviceText({ code: 'rate_limited' })).toBe(ERRORS.rate_limited.action);
});

test('what analytics says while others wait is translated', () => {
  const detail = 'Too many analytics queries of this workspace are waiting.';
  expect(translateDetail(detail, 'rate_limited')).toBe(
    'Há consultas demais às estatísticas deste workspace em espera.',
  );
});

test('a change of less than half a percent is none', () => {
  const shown = (now: number, before: number): unknown => JSON.parse(JSON.stringify(Change({ now, before })));
  for (const [now, before] of [
    [1000, 1000],
    [1000, 1001],
    [1001, 1000],
  ] as const) {
    expect(shown(now, before)).toMatchObject({ props: { children: 'No change' } });
  }
  expect(shown(1010, 1000)).toMatchObject({ props: { 'data-tone': 'success' } });
  expect(shown(990, 1000)).toMatchObject({ props: { 'data-tone': 'error' } });
});
