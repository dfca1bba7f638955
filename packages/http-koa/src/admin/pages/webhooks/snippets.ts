/** A language in which a receiver may be written. */
export interface Language {
  /** The id of its section of the page. */
  readonly key: string;
  readonly label: string;
  /** @param path the path of the endpoint's URL, for languages whose server configuration needs it */
  readonly code: (path: string) => string;
}

/** The header that the snippets verify, as every delivery contains it (SPEC 6, Delivery). */
export const SIGNATURE_HEADER = 'X-Service-Signature';

/**
 * Code with which a receiver verifies the signature, in five languages. A test runs it. Each refuses an empty secret,
 * because anybody can sign with the empty key, and an unset variable is an empty text in Go and PHP.
 */
export const LANGUAGES: readonly Language[] = [
  {
    key: 'node',
    label: 'Node',
    code: (path) => `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = process.env.WEBHOOK_SECRET; // whsec_…

// POST ${path}: body is a Buffer, exactly as it came.
export function isFromShaon(body, headers) {
  if (!secret) return false;
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const expected = Buffer.from('sha256=' + digest);
  const given = Buffer.from(headers['x-service-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  },
  {
    key: 'python',
    label: 'Python',
    code: (path) => `import hashlib
import hmac
import os

SECRET = os.environ["WEBHOOK_SECRET"].encode()  # whsec_…


# POST ${path}: body is bytes, exactly as it came.
def is_from_shaon(body, headers):
    if not SECRET:
        return False
    digest = hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    given = headers.get("X-Service-Signature", "")
    return hmac.compare_digest(given.encode(), ("sha256=" + digest).encode())`,
  },
  {
    key: 'php',
    label: 'PHP',
    code: (path) => `<?php
// POST ${path}
function is_from_shaon(string $body, string $signature): bool
{
    $secret = getenv('WEBHOOK_SECRET'); // whsec_…
    if (!$secret) {
        return false;
    }
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature);
}

// is_from_shaon(file_get_contents('php://input'), $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')`,
  },
  {
    key: 'csharp',
    label: 'C#',
    code: (path) => `using System.Security.Cryptography;
using System.Text;

// POST ${path}: body is the bytes exactly as they came.
static bool IsFromShaon(byte[] body, string? signature)
{
    var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET"); // whsec_…
    if (string.IsNullOrEmpty(secret)) return false;
    var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body);
    var expected = Encoding.ASCII.GetBytes("sha256=" + Convert.ToHexString(digest).ToLowerInvariant());
    return CryptographicOperations.FixedTimeEquals(expected, Encoding.ASCII.GetBytes(signature ?? ""));
}

// IsFromShaon(body, request.Headers["X-Service-Signature"])`,
  },
  {
    key: 'go',
    label: 'Go',
    code: (path) => `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
)

// IsFromShaon says whether a POST ${path} is signed; body is the bytes exactly as they came.
func IsFromShaon(body []byte, header http.Header) bool {
	secret := os.Getenv("WEBHOOK_SECRET") // whsec_…
	if secret == "" {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header.Get("X-Service-Signature")))
}`,
  },
];
