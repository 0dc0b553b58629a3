import { t } from './texts';

type Times = Record<'dns_ms' | 'connect_ms' | 'tls_ms' | 'first_byte_ms', number | null> & { total_ms: number };

interface Phase {
  name: 'dns' | 'connect' | 'tls' | 'wait' | 'rest';
  label: string;
  ms: number;
}

/**
 * The phases of an attempt in order, without missing ones. `first_byte_ms` counts from the start, the others are
 * durations.
 */
export function phasesOf({
  dns_ms: dns,
  connect_ms: connect,
  tls_ms: tls,
  first_byte_ms: first,
  total_ms: total,
}: Times) {
  const before = (dns ?? 0) + (connect ?? 0) + (tls ?? 0);
  const phases: (Omit<Phase, 'ms'> & { ms: number | null })[] = [
    { name: 'dns', label: t('phaseDns'), ms: dns },
    { name: 'connect', label: t('phaseConnect'), ms: connect },
    { name: 'tls', label: t('phaseTls'), ms: tls },
    // Without a response the rest of the time was waiting.
    {
      name: 'wait',
      label: t(first === null ? 'phaseWaiting' : 'phaseFirstByte'),
      ms: Math.max((first ?? total) - before, 0),
    },
    { name: 'rest', label: t('phaseDownload'), ms: first === null ? null : Math.max(total - first, 0) },
  ];
  return phases.filter((phase): phase is Phase => phase.ms !== null);
}
