import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { use, useState } from 'react';

import { shortId } from '../format';
import { CurrentWorkspace, useCan, useWorkspace } from '../shell/workspace';
import { sendActions } from './actions';
import { useCommands } from './commands';
import type { Entry } from './entry';
import { isId } from './is-id';
import { PaletteList } from './list';
import { byGroup, ranked } from './match';
import { useObjects } from './objects';
import { instancePages } from './pages';
import { recents } from './recent';
import { t } from './texts';
import { useDocs } from './use-docs';
import { useSearchedInstances } from './use-people';

const MAX_LOCAL = 10;
const MAX_DOCS = 8;

export function Palette({ isPublic }: { isPublic: boolean }) {
  const [typed, setTyped] = useState('');
  const workspace = use(CurrentWorkspace)?.workspace;
  const state = { typed, onType: setTyped };
  if (isPublic) return <DocsPalette {...state} />;
  return workspace ? <WorkspacePalette {...state} /> : <PersonPalette {...state} />;
}

interface PaletteProps {
  typed: string;
  onType: (text: string) => void;
}

function DocsPalette(props: PaletteProps) {
  const isTyped = props.typed.trim() !== '';
  const docs = useDocs(true);
  const guides = docs.filter(({ id }) => /^guide:[^:]+$/.test(id));
  return <PaletteList {...props} entries={isTyped ? found(docs, props.typed, 2 * MAX_DOCS) : guides} />;
}

/** Outside of a workspace. */
function PersonPalette(props: PaletteProps) {
  const isTyped = props.typed.trim() !== '';
  const commands = useCommands(isTyped);
  const docs = useDocs(isTyped);
  const entries = isTyped
    ? [...found(commands, props.typed, MAX_LOCAL), ...found(docs, props.typed, MAX_DOCS)]
    : commands;
  return <PaletteList {...props} entries={entries} />;
}

function WorkspacePalette(props: PaletteProps) {
  const { typed } = props;
  const { id: ws } = useWorkspace();
  const can = useCan();
  const isTyped = typed.trim() !== '';
  const commands = useCommands(isTyped);
  const { instances } = useSearchedInstances(isTyped);
  const objects = useObjects(typed);
  const docs = useDocs(isTyped);
  const [opened] = useState(() => recents().filter(({ target }) => (target.params?.['ws'] ?? ws) === ws));

  if (isId(typed.trim())) return <PaletteList {...props} entries={[openId(ws, typed.trim())]} />;
  if (!isTyped) {
    const recent = opened.map((one): Entry => ({ ...one, group: t('recent'), icon: IconHistory }));
    const ids = new Set(recent.map(({ id }) => id));
    return <PaletteList {...props} entries={[...recent, ...commands.filter(({ id }) => !ids.has(id))]} />;
  }
  const local = [
    ...commands,
    ...(can('whatsapp.messages:send') ? sendActions(ws, instances) : []),
    ...instancePages(ws, instances, can),
  ];
  return (
    <PaletteList
      {...props}
      // What is loaded later comes later, so that the entries above stay where they are.
      entries={[...found(local, typed, MAX_LOCAL, opened), ...objects.entries, ...found(docs, typed, MAX_DOCS)]}
      isSearching={objects.isSearching}
    />
  );
}

const openId = (ws: string, id: string): Entry => ({
  id,
  group: t('goTo'),
  label: t('open', { id: shortId(id) }),
  icon: IconArrowRight,
  target: { to: '/w/$ws/o/$id', params: { ws, id } },
});

/** The best ones, those that were opened lately first among equals. */
function found(entries: readonly Entry[], typed: string, max: number, opened: readonly { id: string }[] = []): Entry[] {
  const ids = new Set(opened.map(({ id }) => id));
  const inOrder = [...entries.filter(({ id }) => ids.has(id)), ...entries.filter(({ id }) => !ids.has(id))];
  return byGroup(ranked(inOrder, typed, max));
}
