import { IconArchive, IconBellOff, IconPin } from '@tabler/icons-react';

import { Tag } from '../../../ui/tag';
import { useNow } from '../../../ui/time';
import type { Chat } from '../messages/labels';
import { labelColor } from './label-colors';
import { isMuted } from './muted';
import { t } from './texts';

import './chats.css';
import './labels.css';

const MAX_DOTS = 3;

export const LabelDot = ({ color }: { color: number }) => (
  <i className="label-dot" style={{ background: labelColor(color) }} aria-hidden />
);

/** Pinned, muted, archived and the labels, where there is no room for words. */
export function ChatMarks({ of }: { of: Chat }) {
  const now = useNow();
  const marks = [
    ...(of.pinned ? [{ name: t('pinned'), Icon: IconPin }] : []),
    ...(isMuted(of, now) ? [{ name: t('muted'), Icon: IconBellOff }] : []),
    ...(of.archived ? [{ name: t('archived'), Icon: IconArchive }] : []),
  ];
  if (marks.length === 0 && of.labels.length === 0) return null;
  return (
    <span className="chat-marks">
      {of.labels.length > 0 && (
        <span className="chat-dots" title={of.labels.map(({ name }) => name).join(', ')}>
          <span className="visually-hidden">
            {t('labelsOf', { names: of.labels.map(({ name }) => name).join(', ') })}
          </span>
          {of.labels.slice(0, MAX_DOTS).map(({ id, color }) => (
            <LabelDot key={id} color={color} />
          ))}
        </span>
      )}
      {marks.map(({ name, Icon }) => (
        <Icon key={name} size={14} stroke={1.6} role="img" aria-label={name} />
      ))}
    </span>
  );
}

/** The same in words. */
export function ChatTags({ of }: { of: Chat }) {
  const now = useNow();
  const states = [of.pinned && t('pinned'), isMuted(of, now) && t('muted'), of.archived && t('archived')];
  return (
    <>
      {states.map((state) => state !== false && <Tag key={state}>{state}</Tag>)}
      {of.labels.map(({ id, name, color }) => (
        <span key={id} className="tag chat-label" data-tone="neutral">
          <LabelDot color={color} />
          <span className="truncate">{name}</span>
        </span>
      ))}
    </>
  );
}
