import type { CodeLanguage } from '../../../ui/code/code-block';
import type { SignedExample } from './sign';

/** The languages in which a receiver is shown to verify. Each needs nothing but what comes with the language. */
export const SNIPPET_LANGUAGES = {
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  ruby: 'Ruby',
  curl: 'cURL',
} as const;
export type SnippetLanguage = keyof typeof SNIPPET_LANGUAGES;

export const SNIPPET_HIGHLIGHTS: Record<SnippetLanguage, CodeLanguage> = {
  typescript: 'typescript',
  python: 'python',
  go: 'text',
  php: 'text',
  ruby: 'text',
  curl: 'bash',
};

/** A program that verifies the example: it prints `true`, and its `verify` is what a receiver needs. */
export function snippet(language: SnippetLanguage, secret: string, example: SignedExample): string {
  return WRITERS[language]({ ...example, secret });
}

type Parts = SignedExample & { secret: string };
type Writer = (parts: Parts) => string;

const double = (text: string): string => JSON.stringify(text);
const single = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const typescript: Writer = ({
  secret,
  id,
  timestamp,
  body,
  signature,
}) => `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = ${double(secret)};

/** \`body\` is the raw text of the request, not parsed JSON. */
function verify(headers: Record<string, string>, body: string, now = Date.now() / 1000): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !timestamp || !signatures || !(Math.abs(now - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64'));
  return signatures.split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''));
    return part.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// A real example. Receivers leave the last argument out: it only sets the clock to the example's time.
const headers = {
  'webhook-id': ${double(id)},
  'webhook-timestamp': '${timestamp}',
  'webhook-signature': ${double(signature)},
};
console.log(verify(headers, ${double(body)}, ${timestamp}));
`;

const python: Writer = ({ secret, id, timestamp, body, signature }) => `import base64
import hashlib
import hmac
import time

SECRET = ${double(secret)}


def verify(headers, body, now=None):
    """\`body\` is the raw bytes of the request, not parsed JSON."""
    try:
        message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
        signatures = headers["webhook-signature"].split(" ")
        if abs((now or time.time()) - int(timestamp)) > 300:
            return False
    except (KeyError, ValueError):
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures)


# A real example. Receivers leave \`now\` out: it only sets the clock to the example's time.
headers = {
    "webhook-id": ${double(id)},
    "webhook-timestamp": "${timestamp}",
    "webhook-signature": ${double(signature)},
}
print(str(verify(headers, ${double(body)}.encode(), now=${timestamp})).lower())
`;

const go: Writer = ({ secret, id, timestamp, body, signature }) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const secret = ${double(secret)}

// Verify takes the raw bytes of the request, not parsed JSON.
func Verify(header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	header := http.Header{}
	header.Set("webhook-id", ${double(id)})
	header.Set("webhook-timestamp", "${timestamp}")
	header.Set("webhook-signature", ${double(signature)})
	// A real example. Receivers pass time.Now(): here the clock is set to the example's time.
	fmt.Println(Verify(header, []byte(\`${body.replaceAll('`', '`+"`"+`')}\`), time.Unix(${timestamp}, 0)))
}
`;

const php: Writer = ({ secret, id, timestamp, body, signature }) => `<?php

const SECRET = ${single(secret)};

/** $headers is array_change_key_case(getallheaders()); $body is the raw text (php://input), not parsed JSON. */
function verify(array $headers, string $body, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if ($id === '' || !ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr(SECRET, strlen('whsec_')), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

// A real example. Receivers leave the last argument out: it only sets the clock to the example's time.
$headers = [
    'webhook-id' => ${single(id)},
    'webhook-timestamp' => '${timestamp}',
    'webhook-signature' => ${single(signature)},
];
echo json_encode(verify($headers, ${single(body)}, ${timestamp})), PHP_EOL;
`;

const ruby: Writer = ({ secret, id, timestamp, body, signature }) => `require "openssl"

SECRET = ${single(secret)}

# body is the raw text of the request, not parsed JSON.
def verify(headers, body, now = Time.now.to_i)
  id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
  return false unless id && timestamp&.match?(/\\A\\d+\\z/) && (now - timestamp.to_i).abs <= 300

  key = SECRET.delete_prefix("whsec_").unpack1("m0")
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")].pack("m0")
  headers["webhook-signature"].to_s.split.any? { |given| OpenSSL.secure_compare(expected, given) }
end

# A real example. Receivers leave the last argument out: it only sets the clock to the example's time.
headers = {
  "webhook-id" => ${single(id)},
  "webhook-timestamp" => "${timestamp}",
  "webhook-signature" => ${single(signature)},
}
puts verify(headers, ${single(body)}, ${timestamp})
`;

const curl: Writer = ({ secret, id, timestamp, body, signature }) => `secret=${shell(secret)}
id=${shell(id)}
timestamp=${timestamp}
body=${shell(body)}
signature=${shell(signature)}

# A real example: the signature is computed again, and looked for among those given.
key=$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
expected="v1,$(printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)"
case " $signature " in *" $expected "*) echo true ;; *) echo false ;; esac

# Set RECEIVER_URL to send the example to your own receiver.
[ -z "$RECEIVER_URL" ] || curl "$RECEIVER_URL" \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $id" \\
  -H "webhook-timestamp: $timestamp" \\
  -H "webhook-signature: $signature" \\
  -d "$body"
`;

const WRITERS: Record<SnippetLanguage, Writer> = { typescript, python, go, php, ruby, curl };
