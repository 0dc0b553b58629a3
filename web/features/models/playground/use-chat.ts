import { useEffect, useRef, useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { useWorkspace } from '../../../ui/shell/workspace';
import { streamChat, type ChatMessage, type ChatRequest, type ChatStart, type ChatUsage } from './stream';

export interface Turn extends ChatMessage {
  /** In the order of the conversation. */
  no: number;
  start?: ChatStart;
  usage?: ChatUsage;
  /** Milliseconds until the end, and until the first text. */
  took?: number;
  first?: number;
  isStopped?: boolean;
  error?: unknown;
}

/** A conversation that lives in the page. */
export function useChat() {
  const trpc = useTRPC();
  const { id: workspaceId } = useWorkspace();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (options: Omit<ChatRequest, 'messages'>, system: string, text: string): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    const no = turns.length;
    const asked: Turn = { no, role: 'user', content: text };
    const messages = messagesOf(system, [...turns, asked]);
    let answer: Turn = { no: no + 1, role: 'assistant', content: '' };
    const show = (change: Partial<Turn>) => {
      answer = { ...answer, ...change };
      setTurns([...turns, asked, answer]);
    };
    show({});
    const began = performance.now();
    try {
      for await (const part of streamChat(workspaceId, { ...options, messages }, abort.signal)) {
        if ('start' in part) show({ start: part.start });
        else if ('usage' in part) show({ usage: part.usage });
        else show({ content: answer.content + part.text, first: answer.first ?? performance.now() - began });
      }
    } catch (error) {
      show(abort.signal.aborted ? { isStopped: true } : { error });
    } finally {
      show({ took: performance.now() - began });
      setIsRunning(false);
      void queryClient.invalidateQueries({ queryKey: trpc.ai.pathKey() });
    }
  };
  return { turns, isRunning, send, stop: () => running.current?.abort(), clear: () => setTurns([]) };
}

/** Answers that failed are left out, with their question if nothing was answered. */
export function messagesOf(system: string, turns: readonly Turn[]): ChatMessage[] {
  const kept = turns.filter(({ role, content }, at) => {
    if (role === 'assistant') return content !== '';
    const next = turns[at + 1];
    return next === undefined || next.content !== '';
  });
  return [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system.trim() }]),
    ...kept.map(({ role, content }) => ({ role, content })),
  ];
}
