import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { t } from './texts';

export type Tone = 'success' | 'error' | 'warning' | 'info' | 'neutral';
export type Surface = 'core' | 'wa' | 'link' | 'auto';

export function Tag({ tone = 'neutral', dot = false, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {dot && <span className="dot" aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  );
}

interface StatusProps {
  tone?: Tone;
  /** As it should be, such as `Active`: plain words, so that pills stand for what needs a look. */
  isUsual: boolean;
  children: ReactNode;
}

export function Status({ tone = 'neutral', isUsual, children }: StatusProps) {
  if (isUsual) return <span className="dimmed">{children}</span>;
  return (
    <Tag tone={tone} dot>
      {children}
    </Tag>
  );
}

const SURFACE_TAGS: Record<string, { ink: Surface; label: () => string }> = {
  'getting-started': { ink: 'core', label: () => t('core') },
  whatsapp: { ink: 'wa', label: () => 'WhatsApp' },
  links: { ink: 'link', label: () => t('links') },
  automation: { ink: 'auto', label: () => t('automation') },
};

export const surfaceName = (surface: string): string =>
  surface === 'links' ? t('linksAndWebhooks') : (SURFACE_TAGS[surface]?.label() ?? surface);

interface SurfaceTagProps {
  surface: string;
  /** Of a request: webhooks and events share a surface with links. */
  path?: string;
}

export function SurfaceTag({ surface, path = '' }: SurfaceTagProps) {
  const { ink, label } = SURFACE_TAGS[surface] ?? { ink: 'core', label: () => surface };
  const isWebhooks = surface === 'links' && /^\/api\/v1\/(webhook|event)/.test(path);
  return (
    <span className="tag" data-ink={isWebhooks ? 'core' : ink}>
      {isWebhooks ? t('webhooks') : label()}
    </span>
  );
}

const NOTE_ICONS = {
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  neutral: IconInfoCircle,
  success: IconCircleCheck,
} satisfies Record<Tone, unknown>;

interface NoteProps {
  tone?: Tone;
  /** Said at once by screen readers: for errors of what the person just did. */
  alert?: boolean;
  children: ReactNode;
}

export function Note({ tone = 'info', alert = false, children }: NoteProps) {
  const Icon = NOTE_ICONS[tone];
  return (
    <div className="note" data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon size={17} stroke={1.6} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
