const first = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? '·';

export function WorkspaceIcon({ name }: { name: string }) {
  return (
    <span className="mark" aria-hidden>
      {first(name)}
    </span>
  );
}

export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden>
      <rect width="20" height="20" rx="5" fill="var(--primary)" />
      <g stroke="var(--on-primary)" fill="var(--on-primary)">
        <path d="M6 6.5h8M6 10h8M6 13.5h8" strokeOpacity=".45" strokeWidth="1.4" strokeLinecap="round" />
        <g stroke="none">
          <circle cx="8" cy="6.5" r="1.7" />
          <circle cx="12" cy="10" r="1.7" />
          <circle cx="9" cy="13.5" r="1.7" />
        </g>
      </g>
    </svg>
  );
}
