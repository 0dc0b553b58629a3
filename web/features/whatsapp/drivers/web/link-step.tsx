import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../../../ui/shell/workspace';
import { ConnectionView } from '../../connection/card';
import type { Instance } from '../../labels';
import { t } from './texts';

/** Also when linking fails: the connection says why, and what to do. */
export function LinkStep({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  return (
    <div className="wa-lines">
      <ConnectionView of={of} />
      <p className="dimmed">
        {t.rich('leave', {
          name: of.name,
          link: (text) => (
            <Link to="/w/$ws/whatsapp/$instance/connection" params={{ ws, instance: of.id }}>
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}
