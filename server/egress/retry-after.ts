const SECONDS = /^\d{1,10}$/;
// RFC 9110 5.6.7: the preferred form, and the two obsolete ones that a recipient must accept.
const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\d{4})$/;

/** Rounded up; null when absent, malformed or not in the future. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  const seconds = SECONDS.test(text) ? Number(text) : Math.ceil((dateOf(text, now) - now.getTime()) / 1000);
  return seconds > 0 ? seconds : null;
}

function dateOf(text: string, now: Date): number {
  if (IMF_FIXDATE.test(text)) return Date.parse(text);

  const [, day850, month850, year850, time850] = RFC_850.exec(text) ?? [];
  if (year850 !== undefined) {
    // RFC 9110: a two-digit year more than 50 years ahead is in the past.
    const century = now.getUTCFullYear() - (now.getUTCFullYear() % 100);
    const year = century + Number(year850) > now.getUTCFullYear() + 50 ? century - 100 : century;
    return Date.parse(`${day850} ${month850} ${year + Number(year850)} ${time850} GMT`);
  }
  const [, month, day, time, year] = ASCTIME.exec(text) ?? [];
  return year === undefined ? Number.NaN : Date.parse(`${day} ${month} ${year} ${time} GMT`);
}
