/** The languages of the samples, by their own names. */
export const SAMPLE_LANGUAGES = { curl: 'curl', node: 'Node.js', php: 'PHP', python: 'Python' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

interface Call {
  /** Such as `https://kurir.example.com/v1/messages`. */
  url: string;
  deviceUuid: string;
  /** The phone number of the receiver. */
  to: string;
  body: string;
}

/** A program that sends one message. It reads the key from API_KEY, so that no key is in the source. */
export function sampleOf(language: SampleLanguage, call: Call): string {
  return SAMPLES[language](call);
}

const jsonOf = ({ deviceUuid, to, body }: Call) =>
  JSON.stringify({ device_uuid: deviceUuid, to, body }, null, 2);
const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);

const SAMPLES: Record<SampleLanguage, (call: Call) => string> = {
  curl: (call) =>
    [
      `curl ${call.url} \\`,
      `  -H "Authorization: Bearer $API_KEY" \\`,
      `  -H 'Idempotency-Key: hello-1' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${jsonOf(call).replaceAll("'", String.raw`'\''`)}'`,
    ].join('\n'),
  node: (call) => `const response = await fetch('${call.url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.API_KEY}\`,
    'idempotency-key': 'hello-1',
    'content-type': 'application/json',
  },
  body: JSON.stringify(${indented(jsonOf(call), 2)}),
});
console.log(response.status, await response.json());`,
  php: (call) => `<?php
$call = curl_init('${call.url}');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('API_KEY'),
        'Idempotency-Key: hello-1',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'device_uuid' => '${call.deviceUuid}',
        'to' => '${call.to}',
        'body' => '${call.body}',
    ]),
]);
echo curl_exec($call), "\\n";`,
  python: (call) => `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${call.url}",
    data=json.dumps(${indented(jsonOf(call), 4)}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Idempotency-Key": "hello-1",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    print(response.status, json.load(response))`,
};
