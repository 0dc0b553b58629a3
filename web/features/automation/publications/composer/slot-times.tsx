import { weekdayName } from '../calendar/days';
import { groupsOf, rangesOf, slotsIn } from './slots';

/** `Mon–Fri 09:00, 17:00`. Expressions that are no weekly times stay as they are. */
export function SlotTimes({ of }: { of: readonly string[] }) {
  const { weekly, others } = slotsIn(of);
  return (
    <span className="pub-slot-times">
      {groupsOf(weekly).map(({ days, times }) => (
        <span key={days.join()}>
          {rangesOf(days)
            .map(([from, to]) =>
              from === to ? weekdayName(from, 'short') : `${weekdayName(from, 'short')}–${weekdayName(to, 'short')}`,
            )
            .join(', ')}{' '}
          <span className="numbers">{times.join(', ')}</span>
        </span>
      ))}
      {others.map((line) => (
        <span key={line} className="mono">
          {line}
        </span>
      ))}
    </span>
  );
}
