export interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' | 'original' } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename?: string; file_data: string } };

/** OpenRouter’s form of reasoning, which also carries what proves or encrypts it. */
export type ReasoningDetail =
  | { type: 'reasoning.text'; text?: string; signature?: string; index?: number }
  | { type: 'reasoning.encrypted'; data: string; index?: number };

export interface ChatReasoning {
  reasoning_content?: string;
  reasoning_details?: ReasoningDetail[];
}

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | ({ role: 'assistant'; content: string | null; tool_calls?: ChatToolCall[] } & ChatReasoning)
  | { role: 'tool'; tool_call_id: string; content: string };

export interface ChatTool {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean };
}

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number; cache_write_tokens: number };
  completion_tokens_details: { reasoning_tokens: number };
}

export type ChatFinish = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface ChatAnswer {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: {
    index: number;
    finish_reason: ChatFinish;
    logprobs: null;
    message: {
      role: 'assistant';
      content: string | null;
      refusal: string | null;
      tool_calls?: ChatToolCall[];
    } & ChatReasoning;
  }[];
  usage: ChatUsage;
}

export interface ChatDelta {
  role?: 'assistant';
  content?: string;
  refusal?: string;
  reasoning_content?: string;
  reasoning_details?: ReasoningDetail[];
  tool_calls?: {
    index: number;
    id?: string;
    type?: 'function';
    function: { name?: string; arguments?: string };
  }[];
}

export interface ChatChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: { index: number; delta: ChatDelta; finish_reason: ChatFinish | 'error' | null; logprobs: null }[];
  usage?: ChatUsage | null;
  error?: { message: string; type: string; code: string; param: null };
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

type MessagesImage = {
  type: 'image';
  source: { type: 'url'; url: string } | { type: 'base64'; media_type: ImageType; data: string };
};

export type MessagesInputBlock =
  | { type: 'text'; text: string }
  | MessagesImage
  | {
      type: 'document';
      source: { type: 'base64'; media_type: 'application/pdf'; data: string };
      title?: string;
    }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; tool_use_id: string; content: string };

export interface MessagesMessage {
  role: 'user' | 'assistant' | 'system';
  content: string | MessagesInputBlock[];
}

export interface MessagesUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  cache_creation: null;
  output_tokens_details: { thinking_tokens: number };
  inference_geo: null;
  server_tool_use: null;
  service_tier: null;
  speed: null;
}

export type MessagesBlock =
  | { type: 'text'; text: string; citations: null }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown; caller: { type: 'direct' } };

export type MessagesStop = 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal';

export interface MessagesAnswer {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: MessagesBlock[];
  stop_reason: MessagesStop | null;
  stop_sequence: string | null;
  stop_details: null;
  container: null;
  diagnostics: null;
  usage: MessagesUsage;
}

export interface NamedEvent {
  type: string;
  [member: string]: unknown;
}

export interface ResponsesUsage {
  input_tokens: number;
  input_tokens_details: { cached_tokens: number; cache_write_tokens: number };
  output_tokens: number;
  output_tokens_details: { reasoning_tokens: number };
  total_tokens: number;
}

export type ResponsesPart =
  | { type: 'output_text'; text: string; annotations: []; logprobs: [] }
  | { type: 'refusal'; refusal: string };

export type ResponsesItem =
  | {
      type: 'message';
      id: string;
      role: 'assistant';
      status: 'in_progress' | 'completed' | 'incomplete';
      content: ResponsesPart[];
    }
  | {
      type: 'function_call';
      id: string;
      call_id: string;
      name: string;
      arguments: string;
      status: 'in_progress' | 'completed' | 'incomplete';
    }
  | {
      type: 'reasoning';
      id: string;
      summary: [];
      content?: { type: 'reasoning_text'; text: string }[];
      encrypted_content?: string;
      status: 'in_progress' | 'completed' | 'incomplete';
    };
