import { clientConformance, type ServiceUnderTest } from './conformance.ts';
import { answerAsService } from './miniature.ts';
import { newEmployee, startService } from './small-service.ts';

const known = { token: 'shn_all', narrowToken: 'shn_narrow', foreignEmployeeId: 999, newEmployee };

clientConformance('a small service over a socket', async (): Promise<ServiceUnderTest> => {
  let baseUrl = '';
  const answer = answerAsService(() => baseUrl);
  const service = await startService((request, response) => {
    const { status, body, headers } = answer({ ...request, header: (name) => request.headers[name] as string });
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  });
  baseUrl = service.baseUrl;
  return { ...known, baseUrl, close: service.close };
});

clientConformance('a small service through an injected fetch', async (): Promise<ServiceUnderTest> => {
  const baseUrl = 'https://hr.example/api/v1';
  const answer = answerAsService(() => baseUrl);
  return {
    ...known,
    baseUrl,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const target = request.url.slice(baseUrl.length);
      const header = (name: string) => request.headers.get(name) ?? undefined;
      const { status, body, headers } = answer({ method: request.method, target, body: await request.text(), header });
      return Response.json(body, { status, headers });
    },
    close: async () => undefined,
  };
});
