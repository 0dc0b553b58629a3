import { brand } from '../brand';

const first = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? '·';

export function WorkspaceIcon({ name }: { name: string }) {
  return (
    <span className="mark" aria-hidden>
      {first(name)}
    </span>
  );
}

/** The logo of the instance, or the one that Switchboard comes with. */
export const Logo = () => <img className="brand-logo" src={brand.logo} height={20} alt="" />;
