import { t } from '../texts';

interface LoadingProps {
  shape?: 'table' | 'cards' | 'form' | 'text';
  rows?: number;
}

const WIDTHS = ['62%', '48%', '70%', '55%', '40%'];

/** Stands where the content will be, of its size; it does not move. */
export function Loading({ shape = 'table', rows = 6 }: LoadingProps) {
  return (
    <div className="skeleton" role="status" aria-label={t('loading')}>
      {shape === 'table' && (
        <div className="card">
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="bone-row">
              <div className="bone" style={{ width: 120, height: 12 }} />
              <div className="bone" style={{ width: WIDTHS[index % WIDTHS.length], height: 12 }} />
            </div>
          ))}
        </div>
      )}
      {shape === 'cards' && (
        <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))' }}>
          {Array.from({ length: Math.min(rows, 6) }, (_, index) => (
            <div key={index} className="card" style={{ height: 108 }} />
          ))}
        </div>
      )}
      {shape === 'form' && (
        <div style={{ display: 'grid', gap: 20, maxWidth: 640 }}>
          {Array.from({ length: Math.min(rows, 4) }, (_, index) => (
            <div key={index} style={{ display: 'grid', gap: 6 }}>
              <div className="bone" style={{ width: 90, height: 12 }} />
              <div className="bone" style={{ height: 36, borderRadius: 7 }} />
            </div>
          ))}
        </div>
      )}
      {shape === 'text' && (
        <div style={{ display: 'grid', gap: 10 }}>
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="bone" style={{ width: WIDTHS[index % WIDTHS.length], height: 12 }} />
          ))}
        </div>
      )}
    </div>
  );
}
