import {
  type Document,
  type HeaderObject,
  type MediaTypeObject,
  type ResponseObject,
  dereference,
  flatten,
  typesOf,
} from './document';
import { type Operation, isJson } from './operations';
import { violations } from './validate';

/** A response, read. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Empty for event streams: they do not end. */
  text: string;
  type: string;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const type = essence(response.headers.get('content-type') ?? '');
  const answer = { status: response.status, headers: response.headers, type };
  if (type !== 'text/event-stream') return { ...answer, text: await response.text() };

  await response.body?.cancel();
  return { ...answer, text: '' };
}

const essence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/** The body as JSON, or undefined where it is none. */
export function bodyOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return undefined;
  }
}

/** Every way in which an answer is not what the document promises of the operation. */
export function conformance(document: Document, operation: Operation, answer: Answer): string[] {
  const complaints = answer.headers.get('x-request-id') ? [] : ['X-Request-Id is missing'];

  const documented = responseFor(operation, answer.status);
  if (!documented) return [...complaints, `status ${answer.status} is not documented`];

  complaints.push(
    ...headerComplaints(document, documented, answer),
    ...contentComplaints(document, documented, answer),
  );
  return complaints.map((complaint) => `${answer.status}: ${complaint}`);
}

function responseFor(operation: Operation, status: number): ResponseObject | undefined {
  const { responses } = operation;
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'];
}

function headerComplaints(document: Document, documented: ResponseObject, answer: Answer): string[] {
  return Object.entries(documented.headers ?? {}).flatMap(([name, reference]) => {
    const header = dereference<HeaderObject>(document, reference);
    const value = answer.headers.get(name);
    if (value === null) return header.required ? [`header ${name} is missing`] : [];
    if (header.schema === undefined) return [];

    const types = typesOf(flatten(document, header.schema));
    const numeric = types.some((type) => type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/u.test(value);
    return violations(document, header.schema, numeric ? Number(value) : value).map(
      (wrong) => `header ${name}: ${wrong}`,
    );
  });
}

function contentComplaints(document: Document, documented: ResponseObject, answer: Answer): string[] {
  const content = Object.entries(documented.content ?? {});
  if (content.length === 0) return answer.text === '' ? [] : ['a body, where none is documented'];

  const media = mediaFor(content, answer.type);
  if (!media) return [`content type ${answer.type || '(none)'} is not documented`];
  if (!isJson(answer.type)) return [];

  const body = bodyOf(answer);
  if (body === undefined) return ['the body is no JSON'];
  const wrong = media.schema === undefined ? [] : violations(document, media.schema, body);
  return [...wrong, ...requestIdComplaints(answer, body)];
}

function mediaFor(content: [string, MediaTypeObject][], type: string): MediaTypeObject | undefined {
  const [kind] = type.split('/');
  for (const wanted of [type, `${kind}/*`, '*/*']) {
    const found = content.find(([name]) => essence(name) === wanted);
    if (found) return found[1];
  }
  return undefined;
}

/** A problem names the request it answers. */
function requestIdComplaints(answer: Answer, body: unknown): string[] {
  if (answer.type !== 'application/problem+json') return [];
  const { request_id: named, status } = body as { request_id?: unknown; status?: unknown };
  const header = answer.headers.get('x-request-id');
  return [
    ...(named === undefined || named === header
      ? []
      : [`request_id ${JSON.stringify(named)} is not X-Request-Id ${header}`]),
    ...(status === undefined || status === answer.status ? [] : [`the problem says status ${JSON.stringify(status)}`]),
  ];
}
