export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asObjects = (value: unknown): JsonObject[] => asList(value).filter(isJsonObject);

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
