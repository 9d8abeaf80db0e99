// Command whatsmeow is a gateway on the client library of this name. It links with a phone of the sandbox, prints its
// QR codes and what it receives as lines of JSON, and sends what it reads: a line has a number, a space and a text.
// It ends with its input, without a logout, and leaves the log of its database behind, as a gateway that is killed.
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	_ "github.com/mattn/go-sqlite3"
	"go.mau.fi/whatsmeow"
	"go.mau.fi/whatsmeow/proto/waE2E"
	"go.mau.fi/whatsmeow/store/sqlstore"
	"go.mau.fi/whatsmeow/types"
	"go.mau.fi/whatsmeow/types/events"
)

// detour leads to the sandbox in place of the network.
type detour struct{ host string }

func (to detour) RoundTrip(request *http.Request) (*http.Response, error) {
	led := request.Clone(request.Context())
	led.URL.Scheme, led.URL.Host, led.Host = "http", to.host, to.host
	return http.DefaultTransport.RoundTrip(led)
}

func main() {
	if len(os.Args) != 4 {
		check(fmt.Errorf("usage: %s SOCKET_URL TRUST_ROOT DATABASE", os.Args[0]))
	}
	ctx := context.Background()
	client := open(ctx, os.Args[1], os.Args[2], os.Args[3])
	check(client.Connect())
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		number, text, _ := strings.Cut(lines.Text(), " ")
		to := types.NewJID(number, types.DefaultUserServer)
		_, err := client.SendMessage(ctx, to, &waE2E.Message{Conversation: &text})
		check(err)
	}
	check(lines.Err())
	client.Disconnect()
}

func open(ctx context.Context, socketURL, trustRoot, database string) *whatsmeow.Client {
	root, err := base64.StdEncoding.DecodeString(trustRoot)
	check(err)
	copy(whatsmeow.WACertPubKey[:], root)
	socket, err := url.Parse(socketURL)
	check(err)
	address := "file:" + database + "?_foreign_keys=on&_journal_mode=WAL"
	container, err := sqlstore.New(ctx, "sqlite3", address, nil)
	check(err)
	device, err := container.GetFirstDevice(ctx)
	check(err)
	client := whatsmeow.NewClient(device, nil)
	led := &http.Client{Transport: detour{socket.Host}}
	client.SetPreLoginHTTPClient(led)
	client.SetWebsocketHTTPClient(led)
	client.SetMediaHTTPClient(led)
	client.AddEventHandler(report)
	return client
}

func report(event any) {
	switch event := event.(type) {
	case *events.QR:
		say("qr", event.Codes[0])
	case *events.Connected:
		say("connected", "")
	case *events.Message:
		text := event.Message.GetConversation()
		if text == "" {
			text = event.Message.GetExtendedTextMessage().GetText()
		}
		say("received", text)
	}
}

func say(what, text string) {
	line, err := json.Marshal(map[string]string{"type": what, "text": text})
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
