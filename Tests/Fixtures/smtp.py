"""A server that takes mail: prints its port, then each message that came as a line of JSON."""

import asyncio
import email
import email.policy
import json

from aiosmtpd.smtp import SMTP


class Printing:
    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        defects = [repr(defect) for part in (message, message["subject"], message["from"],
                                             message["to"], message["date"])
                   for defect in part.defects]
        print(json.dumps({
            "sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "defects": defects,
            "from": message["from"], "to": message["to"], "subject": message["subject"],
            "date": message["date"].datetime.isoformat(), "body": message.get_content(),
            "identifier": message["message-id"], "automatic": message["auto-submitted"],
            "importance": message["importance"], "headers": message.keys(),
            "longest": max(len(line) for line in envelope.content.split(b"\r\n")),
        }), flush=True)
        return "250 OK"


async def main():
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Printing()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
